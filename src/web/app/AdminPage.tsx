import { ChevronDown, LogOut } from 'lucide'
import { SIGN_OUT_ADDRESS } from '#contract/sesion.ts'
import { session } from '../api/session.ts'
import { useTask } from '../api/command.ts'
import { EndSesiones, signOut } from '../parts/signOut.tsx'
import { PAGES } from './pages.ts'
import { hrefTo, PATHS } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { CambiarPasswordForm } from '../acceso/CambiarPasswordForm.tsx'
import { useStore } from '../ui/store.ts'

export function AdminPage() {
  const sesion = useStore(session)
  const end = useTask(() => signOut(SIGN_OUT_ADDRESS))
  if (!sesion || sesion.role === 'visitante') return null

  return (
    <main className="page">
      <h1 className="text-30 lg:text-36">Panel Admin</h1>
      <div className="mt-5 grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Desks />
        <Card title="Tu cuenta" className="p-5">
          <dl className="mt-3 text-15">
            <dt className="text-14 text-muted">Nombre</dt>
            <dd className="font-semibold">{sesion.nombre}</dd>
            <dt className="mt-3 text-14 text-muted">Correo electrónico</dt>
            <dd className="font-semibold">{sesion.email}</dd>
          </dl>
          {end.problem && (
            <Aviso tone="danger" title="No se cerró la sesión" className="mt-4">
              {end.problem.message}
            </Aviso>
          )}
          <div className="mt-5 flex flex-col gap-3">
            <Button
              icon={<Icon of={LogOut} size={18} />}
              busy={end.busy}
              busyText="Cerrando sesión..."
              onClick={() => void end.run()}
            >
              Cerrar sesión
            </Button>
            <EndSesiones />
          </div>
          <details className="group mt-4 border-t border-line pt-2">
            <summary className="flex min-h-11 list-none items-center justify-between font-semibold">
              Contraseña
              <Icon of={ChevronDown} size={18} className="text-muted group-open:rotate-180" />
            </summary>
            <div className="pt-3">
              <CambiarPasswordForm />
            </div>
          </details>
        </Card>
      </div>
    </main>
  )
}

/** The screens of the organisers, with their purpose. */
const DESKS = [
  { path: '/competidores', purpose: 'Pasa los turnos, escucha la música y ordena a los competidores del día.' },
  { path: '/control', purpose: 'La hora, los minutos por competidor y lo que ve el público.' },
  { path: '/calificaciones', purpose: 'Los lugares de cada día y su PDF.' },
  { path: '/horario', purpose: 'Lo que el público ve en vivo.' },
  { path: '/categorias', purpose: 'Las de cada día, sus criterios y su cupo.' },
  { path: '/usuarios', purpose: 'Las cuentas y sus enlaces de acceso.' },
  { path: '/jueces', purpose: 'Sus enlaces, sus categorías y las escalas.' },
  { path: '/evento', purpose: 'Nombre, sede, contacto e imágenes de la portada.' },
  { path: '/bitacora', purpose: 'Quién cambió qué y cuándo, con el valor de antes y de después.' },
] as const

function Desks() {
  return (
    <section aria-labelledby="mesas">
      <h2 id="mesas" className="sr-only">
        Pantallas
      </h2>
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {DESKS.map(({ path, purpose }) => {
          const icon = PAGES[path].icon
          return (
            <li key={path} className="sm:first:col-span-2">
              <a
                href={hrefTo(path)}
                className="card flex h-full items-center gap-4 p-4 transition-colors hover:bg-sunken sm:p-5"
              >
                <span
                  aria-hidden
                  className="grid size-11 shrink-0 place-items-center rounded-12 bg-brand-soft text-link"
                >
                  <Icon of={icon} size={21} />
                </span>
                <span>
                  <span className="block font-display text-22 leading-tight font-semibold">{PATHS[path].menu}</span>
                  <span className="mt-0.5 block text-15 text-muted">{purpose}</span>
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

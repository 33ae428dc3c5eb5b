import { ChevronDown, LogOut } from 'lucide'
import { Suspense } from 'react'
import { SIGN_OUT_ADDRESS } from '#contract/sesion.ts'
import { session } from '../api/session.ts'
import { useTask } from '../api/useCommand.ts'
import { EndSesiones, signOut } from '../acceso/signOut.tsx'
import { ICONS } from './icons.ts'
import { hrefTo, menuOf } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { LoQueFalta } from './LoQueFalta.tsx'
import { useStore } from '../ui/store.ts'

/** Folded, so it may arrive after the rest. */
const CambiarPasswordForm = lazyPart(
  async () => (await import('../acceso/CambiarPasswordForm.tsx')).CambiarPasswordForm,
)

export function AdminPage() {
  const sesion = useStore(session)
  const end = useTask(() => signOut(SIGN_OUT_ADDRESS))
  if (!sesion || sesion.role === 'visitante') return null

  return (
    <main className="page">
      <h1 className="text-30 lg:text-36">Panel Admin</h1>
      <div className="mt-5 grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="flex flex-col gap-4">
          <LoQueFalta />
          <Pantallas />
        </div>
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
            <Button icon={LogOut} busy={end.busy} busyText="Cerrando sesión..." onClick={() => void end.run()}>
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
              <ErrorBoundary of="part">
                <Suspense>
                  <CambiarPasswordForm />
                </Suspense>
              </ErrorBoundary>
            </div>
          </details>
        </Card>
      </div>
    </main>
  )
}

/** The screens of the organisers, as the menu has them. */
function Pantallas() {
  return (
    <section aria-label="Pantallas">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(10.5rem,100%),1fr))] gap-2">
        {menuOf('admin')
          .filter(({ path }) => path !== '/' && path !== '/admin')
          .map(({ path, label }) => (
            <li key={path}>
              <a
                href={hrefTo(path)}
                className="card flex min-h-12 items-center gap-3 px-4 font-semibold transition-colors hover:bg-sunken"
              >
                <Icon of={ICONS[path]} size={19} className="shrink-0 text-link" />
                {label}
              </a>
            </li>
          ))}
      </ul>
    </section>
  )
}

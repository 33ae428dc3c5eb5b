import { KeyRound, Pencil } from 'lucide'
import type { PerfilPart } from '#contract/usuarios.ts'
import { nombreCompletoOf } from '#domain/usuario.ts'
import { EndSesiones } from '../acceso/signOut.tsx'
import { hrefTo } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { PerfilGate } from './PerfilGate.tsx'
import { Retrato } from './Retrato.tsx'

/** The profile of the signed-in user, updated live. */
export function PerfilPage() {
  return (
    <main className="page">
      <div className="mx-auto max-w-180">
        <h1 className="mb-5 text-36 lg:text-48">Perfil</h1>
        <PerfilGate>{(yo) => <Perfil yo={yo} />}</PerfilGate>
      </div>
    </main>
  )
}

function Perfil({ yo }: { yo: PerfilPart }) {
  const datos = { Nombre: yo.nombre, Apellido: yo.apellido, 'Correo electrónico': yo.email, País: yo.pais }
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,1fr)_17rem]">
      <section aria-labelledby="quien" className="card p-5">
        <div className="flex flex-wrap items-center gap-4">
          <Retrato src={yo.fotoURL} de={yo} className="size-28 text-42" alt="Tu foto de perfil" />
          <h2 id="quien" className="min-w-0 grow basis-40 text-24 break-words md:text-30">
            {nombreCompletoOf(yo)}
          </h2>
        </div>
        <dl className="mt-5 grid gap-x-4 text-15 sm:grid-cols-2">
          {/* The names stand side by side. */}
          {Object.entries(datos).map(([name, texto]) => (
            <div key={name} className="min-w-0 border-t border-line py-2 sm:nth-[n+3]:col-span-2">
              <dt className="text-14 text-muted">{name}</dt>
              <dd className="font-semibold break-words">
                {texto || <span className="font-normal text-muted">Sin dato</span>}
              </dd>
            </div>
          ))}
        </dl>
        <a href={hrefTo('/editarPerfil')} className={buttonClass('brand', 'normal', 'mt-5 w-full sm:w-auto')}>
          <Icon of={Pencil} size={18} />
          Editar perfil
        </a>
      </section>
      <Card title="Acceso" titleClassName="mb-3" className="p-5">
        <a href={hrefTo('/cambiarPassword')} className={buttonClass('outline', 'normal', 'mb-5 w-full')}>
          <Icon of={KeyRound} size={18} />
          Cambiar contraseña
        </a>
        <EndSesiones />
      </Card>
    </div>
  )
}

import { useState } from 'react'
import type { Role } from '#domain/role.ts'
import { session } from '../api/session.ts'
import { negada, Redirect, useAddress } from '../address.ts'
import { hrefTo, PATHS, type Path } from '../paths.ts'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { useStore } from '../ui/store.ts'

/** Leads home a person who may not open the screen of the address. Home then says why. */
export function Refused({ path }: { path: Path }) {
  const address = useAddress()
  const [role] = useState(() => session.read()?.role ?? 'visitante')
  const [because] = useState({ address, aviso: <Negada path={path} role={role} /> })
  return <Redirect to="/" because={because} />
}

type Asked = ReturnType<typeof negada.read>
const asked = (one: Asked): Asked => one && { ...one, isAsked: true }

/** Names the screen as the menu does. Gone once another person has the tab. */
function Negada({ path, role }: { path: Path; role: Role }) {
  const sesion = useStore(session)
  if (sesion?.role !== role) return null
  const { title, menu = title }: { readonly title: string; readonly menu?: string } = PATHS[path]
  return (
    <Status className="stage px-4 pt-3 md:px-6 lg:px-10">
      {role === 'visitante' ? (
        <Aviso tone="info" isQuiet title={`Inicia sesión para abrir ${menu}.`}>
          <a
            href={hrefTo('/acceder')}
            onClick={() => negada.set(asked(negada.read()))}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            Iniciar sesión
          </a>
        </Aviso>
      ) : (
        <Aviso tone="info" isQuiet title="Esta pantalla no es para tu cuenta." />
      )}
    </Status>
  )
}

import { renewEnlaceJuez } from '#contract/jueces.ts'
import type { JuezPart } from '#contract/views/jueces.ts'
import { addressOf } from '../address.ts'
import { EnlaceAccess } from '../parts/EnlaceAccess.tsx'
import type { Path } from '../paths.ts'

const ENLACE: Path = '/juez/:token'

/** The personal link of a judge. */
export function JuezAccess({ juez: { id, nombre, activo, enlace } }: { juez: JuezPart }) {
  return (
    <EnlaceAccess
      nombre={nombre}
      path={enlace && `/#${addressOf(ENLACE, { token: enlace })}`}
      renew={{
        command: renewEnlaceJuez,
        input: { id },
        done: `Enlace de ${nombre} renovado.`,
        text: 'Se cierran las sesiones que abrió. Lo que sus tabletas tengan sin enviar espera en ellas hasta que abran el enlace nuevo.',
      }}
    >
      {!enlace && <p className="text-15 text-muted">Todavía no tiene enlace. {!activo && 'Actívalo y lo tendrá.'}</p>}
      {enlace && !activo && <p className="text-14 text-muted">No abre hasta que actives a {nombre}.</p>}
    </EnlaceAccess>
  )
}

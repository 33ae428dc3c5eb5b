import { Copy, ExternalLink, RefreshCw } from 'lucide'
import { renewEnlaceJuez } from '#contract/jueces.ts'
import type { JuezPart } from '#contract/views/jueces.ts'
import { askAct, RowAct } from '../parts/ActDialog.tsx'
import type { Path } from '../paths.ts'
import { addressOf } from '../address.ts'
import { Icon } from '../ui/Icon.tsx'
import { copyText } from '../ui/SecretDialog.tsx'
import { toast } from '../ui/toast.ts'
import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'

const ENLACE: Path = '/juez/:token'

/** The personal link of a judge, as a link and as a QR code. */
export function JuezAccess({ juez: { id, nombre, activo, enlace } }: { juez: JuezPart }) {
  const address = enlace && `${location.origin}/#${addressOf(ENLACE, { token: enlace })}`
  return (
    <div className="grid gap-4 xs:grid-cols-[auto_minmax(0,1fr)] print:block">
      {address && <QrCode address={address} label={`Código QR de ${nombre}`} />}
      <div className="juez-screen flex min-w-0 flex-col items-start gap-2">
        {address ? (
          <>
            <a
              href={address}
              className="inline-flex min-h-11 max-w-full items-center gap-2 text-15 font-semibold text-link underline underline-offset-4"
            >
              <span className="min-w-0">Enlace de {nombre}</span>
              <Icon of={ExternalLink} size={17} className="shrink-0" />
            </a>
            <RowAct
              act="Copiar enlace"
              of={`de ${nombre}`}
              icon={Copy}
              onClick={async () => {
                const isCopied = await copyText(address)
                if (isCopied) toast('Enlace copiado.')
                else toast('No se pudo copiar. Ábrelo y cópialo de la barra de direcciones.', { tone: 'danger' })
              }}
            />
          </>
        ) : (
          <p className="text-15 text-muted">Todavía no tiene enlace. {!activo && 'Actívalo y lo tendrá.'}</p>
        )}
        <RowAct
          act="Renovar enlace"
          of={`de ${nombre}`}
          icon={RefreshCw}
          onClick={() =>
            askAct({
              question: `¿Renovar el enlace de ${nombre}? El anterior dejará de funcionar.`,
              act: 'Renovar',
              command: renewEnlaceJuez,
              input: { id },
              failed: 'No se renovó el enlace.',
              done: `Enlace de ${nombre} renovado.`,
              text: 'Se cierran las sesiones que abrió. Lo que sus tabletas tengan sin enviar espera en ellas hasta que abran el enlace nuevo.',
            })
          }
        />
        {address && !activo && <p className="text-14 text-muted">No abre hasta que actives a {nombre}.</p>}
      </div>
    </div>
  )
}

/** Modules of white around a code, without which cameras do not find it. */
const MARGIN = 4

/** The QR code of an address, black on white in every mode. */
function QrCode({ address, label }: { address: string; label: string }) {
  const code = generate(address)
  const size = code.size + 2 * MARGIN
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the content policy allows no image as `data:`.
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${size} ${size}`}
      shapeRendering="crispEdges"
      className="qr"
    >
      <path d={toSvgPath(code)} />
    </svg>
  )
}

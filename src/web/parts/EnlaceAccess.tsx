import { Copy, ExternalLink, RefreshCw } from 'lucide'
import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import type { ReactNode } from 'react'
import type { Command } from '#contract/define.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Icon } from '../ui/Icon.tsx'
import { copyText } from '../ui/SecretDialog.tsx'
import { toast } from '../ui/toast.ts'
import { type Act, askAct, RowAct } from './ActDialog.tsx'

interface Props<C extends Command> {
  /** The judge or the screen. */
  readonly nombre: string
  /** From the root: `/#/juez/…`. Null: there is no link yet. */
  readonly path: string | null
  /** Gives a new link. `text`: what ends with the old one. */
  readonly renew: Pick<Act<C, never>, 'command' | 'input' | 'done' | 'text'>
  /** What the link needs before it opens. */
  readonly children?: ReactNode
}

/** A personal link, as a link and as a QR code. */
export function EnlaceAccess<C extends Command>({ nombre, path, renew, children }: Props<C>) {
  const address = path && `${location.origin}${path}`
  return (
    <div className="grid gap-4 xs:grid-cols-[auto_minmax(0,1fr)] print:block">
      {address && <QrCode address={address} label={`Código QR de ${nombre}`} />}
      <div className="flex min-w-0 flex-col items-start gap-2 print:hidden">
        {address && (
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
        )}
        <RowAct
          act="Renovar enlace"
          of={`de ${nombre}`}
          icon={RefreshCw}
          onClick={() =>
            askAct({
              ...renew,
              question: `¿Renovar el enlace de ${nombre}? El anterior dejará de funcionar.`,
              act: 'Renovar',
              failed: 'No se renovó el enlace.',
            })
          }
        />
        {children}
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
      className="qr w-34 max-w-full rounded-12 bg-[#fff] fill-[#000] hairline sm:w-44 print:w-[7cm] print:borderless"
    >
      <path d={toSvgPath(code)} />
    </svg>
  )
}

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/

/** Warns when the links do not open on other devices (loopback address), or not as well there (no https). Otherwise the page's advice. */
export function AddressNotice({ children }: { readonly children: string }) {
  const { hostname, protocol } = location
  if (LOOPBACK.test(hostname)) {
    return (
      <Aviso tone="info" title="Estos enlaces solo abren en este equipo.">
        Para los demás, abre esta página desde la dirección del evento.
      </Aviso>
    )
  }
  if (protocol === 'https:') return <p className="max-w-140 text-15 text-muted">{children}</p>
  return (
    <Aviso tone="info" title="Esta dirección no usa https.">
      Los enlaces abren, pero sin https los equipos no trabajan sin señal ni mantienen la pantalla encendida.
    </Aviso>
  )
}

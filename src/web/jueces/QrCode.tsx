import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'

/** Modules of white around a code, without which cameras do not find it. */
const MARGIN = 4

/** The QR code of an address, black on white in every mode. */
export function QrCode({ address, label }: { address: string; label: string }) {
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

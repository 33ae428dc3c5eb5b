import { Mail, Phone } from 'lucide'
import type { Evento } from '#domain/evento.ts'
import { Icon } from '../ui/Icon.tsx'
import { SonClave } from '../ui/SonClave.tsx'

const LINK = 'inline-flex min-h-11 items-center gap-2 wrap-anywhere underline decoration-1 underline-offset-4'

export function Footer({ evento, shown }: { evento: Evento | undefined; shown: object }) {
  return (
    <footer {...shown} className="stage app-footer mt-auto">
      <div className="frame-row min-h-28 flex-wrap items-end justify-between gap-x-8 gap-y-2 py-6 text-14">
        <div>
          <SonClave played="stroke-gold" className="mb-2" />
          <p className="text-muted">{evento?.derechos}</p>
        </div>
        <p className="flex flex-wrap gap-x-7">
          {evento?.correo && (
            <a className={LINK} href={`mailto:${evento.correo}`}>
              <Icon of={Mail} size={17} />
              {evento.correo}
            </a>
          )}
          {evento?.telefono && (
            <a className={LINK} href={`tel:${evento.telefono.replaceAll(/[^+\d]/g, '')}`}>
              <Icon of={Phone} size={17} />
              {evento.telefono}
            </a>
          )}
        </p>
      </div>
    </footer>
  )
}

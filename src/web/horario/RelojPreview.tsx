import { CirclePause } from '../ui/tableIcons.ts'
import type { Reloj } from '#domain/ajustes.ts'
import { RelojDigits } from '../parts/Hora.tsx'
import { nombreDeZona } from '../parts/zona.ts'

/** The clock as the public sees it. */
export function RelojPreview({ reloj, zona }: { reloj: Reloj; zona: string }) {
  return (
    <section aria-label="Reloj en vivo" className="stage rounded-16 p-5">
      <p className="flex items-center gap-2.5 text-14 font-semibold">
        {reloj.activarReloj ? (
          <span className="pulse" aria-hidden />
        ) : (
          <CirclePause size={18} aria-hidden className="text-gold" />
        )}
        {reloj.activarReloj ? 'Reloj activo, hora real' : 'Reloj detenido, hora guardada'}
      </p>
      <p className="my-4 text-[clamp(3.5rem,9vw,5.25rem)] leading-none text-gold">
        <RelojDigits reloj={reloj} zona={zona} />
      </p>
      <p className="text-14 text-muted">Así lo ve el público ahora. Zona del evento: {nombreDeZona(zona)}.</p>
    </section>
  )
}

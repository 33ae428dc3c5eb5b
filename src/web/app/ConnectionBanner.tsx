import { Clock3 } from 'lucide'
import { formatDesde } from '#domain/hora.ts'
import { isOffline } from '../live/connection.ts'
import { connection, newerBuild, useServerClock } from '../live/tab.ts'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Pill } from '../ui/Pill.tsx'
import { useStore } from '../ui/store.ts'
import { Button } from '../ui/Button.tsx'

/**
 * Tells that there is no connection, and that the page updates when it is back. A screen reader announces both. Kept data
 * that wait for the first answer have a quiet mark, which takes no space: most answers come within a second.
 */
export function ConnectionBanner({ zona }: { zona: string | undefined }) {
  const state = useStore(connection)
  const { desde, isBack, isKept } = state
  const isAway = isOffline(state)
  return (
    <>
      {isKept && !isAway && (
        // In the free space under the header.
        <p className="absolute right-4 z-1 mt-0.5">
          <Pill tone="wait" icon={Clock3} text="Conectando…" />
        </p>
      )}
      <Status>
        {isAway && <Offline desde={desde} zona={zona ?? connection.zona} />}
        {isBack && <p className="sr-only">Volvió la conexión. Los datos están al día.</p>}
      </Status>
    </>
  )
}

function Offline({ desde, zona }: { desde: number | null; zona: string | undefined }) {
  const now = useServerClock('minute')
  const title = desde !== null && zona ? `Sin conexión, datos ${formatDesde(desde, zona, now)}` : 'Sin conexión'
  return (
    <div className="offline-bar bg-wait-soft">
      <div className="frame-row min-h-0">
        <Aviso tone="offline" title={title} isQuiet isBar>
          <p className="offline-detail">La página se pondrá al día en cuanto vuelva la señal.</p>
        </Aviso>
      </div>
    </div>
  )
}

/** Offers a reload when the server has a newer build of the page. The page does not reload by itself. */
export function VersionBanner() {
  const isOld = useStore(newerBuild)
  const { estado } = useStore(connection)
  return (
    <Status>
      {isOld && estado !== 'sin conexión' && (
        <div className="bg-info-soft">
          <div className="frame-row min-h-0">
            <Aviso tone="info" title="Hay una versión nueva." isQuiet isBar />
            <Button size="dense" onClick={() => location.reload()}>
              Actualizar
            </Button>
          </div>
        </div>
      )}
    </Status>
  )
}

import { connection, newerBuild } from '../live/tab.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { useStore } from '../ui/store.ts'
import { Status } from '../ui/Status.tsx'

/** Offers a reload when the server has a newer build of the page. The page does not reload by itself. */
export function VersionBanner({ isWide }: { isWide: boolean }) {
  const isOld = useStore(newerBuild)
  const { estado } = useStore(connection)
  return (
    <Status>
      {isOld && estado !== 'sin conexión' && (
        <div className="bg-info-soft">
          <div className="frame-row min-h-0" data-wide={isWide || undefined}>
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

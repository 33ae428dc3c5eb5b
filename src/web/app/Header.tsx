import { LogIn, Menu as MenuIcon } from 'lucide'
import type { ReactNode } from 'react'
import type { Evento } from '#domain/evento.ts'
import { session } from '../api/session.ts'
import { connection } from '../live/tab.ts'
import { hrefTo } from '../paths.ts'
import { useAddress } from '../address.ts'
import { Icon } from '../ui/Icon.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { dismissAbout, toast } from '../ui/toast.ts'
import { useStore } from '../ui/store.ts'

interface Props {
  readonly evento: Pick<Evento, 'nombre' | 'subtitulo'>
  /** Attributes of the frame that say which page is shown. The styles of pages select by them. */
  readonly shown: object
  /** The banners that every screen shows. */
  readonly children: ReactNode
}

export function Header({ evento, shown, children }: Props) {
  const open = async () => {
    try {
      const { openMenu } = await loadMenu()
      dismissAbout('menu')
      openMenu()
    } catch {
      // The network failed, or a newer build replaced the file: then only a reload helps.
      toast('No se abrió el menú. Revisa tu conexión o actualiza la página.', {
        tone: 'danger',
        about: 'menu',
        act: (
          <Button size="dense" onClick={() => location.reload()}>
            Actualizar
          </Button>
        ),
      })
    }
  }
  return (
    <header {...shown} className="stage app-header">
      <div className="frame-row">
        <button
          type="button"
          className="frame-menu transition-colors hover:bg-raised"
          aria-haspopup="dialog"
          onClick={() => void open()}
        >
          <Icon of={MenuIcon} size={18} />
          Menú
        </button>
        <div className="min-w-0 md:max-w-[70%] md:shrink-0">
          <a href={hrefTo('/')} className="frame-name">
            {evento.nombre}
          </a>
          <p className="frame-subtitle">{evento.subtitulo}</p>
        </div>
        <Account />
      </div>
      {children}
    </header>
  )
}

/** The state of the connection, and the signed-in person. */
function Account() {
  const sesion = useStore(session)
  const { estado } = useStore(connection)
  const address = useAddress()
  return (
    <div className="flex grow items-center justify-end gap-4 text-14">
      {estado === 'en vivo' && (
        <span
          className={`flex items-center gap-2 font-semibold whitespace-nowrap text-live ${address === '/horario' ? '' : 'max-sm:sr-only'}`}
        >
          <span className="pulse size-2" aria-hidden />
          En vivo
        </span>
      )}
      {sesion && sesion.role !== 'visitante' && (
        <span className="text-right leading-tight text-balance text-muted max-md:hidden">{sesion.nombre}</span>
      )}
      {sesion?.role === 'visitante' && address === '/' && (
        <a href={hrefTo('/acceder')} className={buttonClass('outline', 'dense', 'max-sm:hidden')}>
          <Icon of={LogIn} size={17} />
          Acceder
        </a>
      )}
    </div>
  )
}

/** Loads the code of the menu, which is no part of the first route. */
export function loadMenu(): Promise<{ readonly openMenu: () => void }> {
  return import('./Menu.tsx')
}

import { Download, type IconNode, LogOut, X } from 'lucide'
import { SIGN_OUT_ADDRESS, type Sesion } from '#contract/sesion.ts'
import { session } from '../api/session.ts'
import { refusalOf } from '../api/request.ts'
import { signOut } from '../acceso/signOut.tsx'
import { hrefTo, menuOf } from '../paths.ts'
import { useAddress } from '../address.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LightModal } from '../ui/LightModal.tsx'
import { dialogs } from '../ui/dialogs.tsx'
import { openDialog } from '../ui/Modal.tsx'
import { Switch } from '../ui/Switch.tsx'
import { toast } from '../ui/toast.ts'
import { useModo } from '../ui/useModo.ts'
import { useStore } from '../ui/store.ts'
import { installOffer } from './install.ts'
import { ICONS } from './icons.ts'

const ITEM =
  'flex min-h-12 w-full items-center gap-4 rounded-12 px-4 text-15 font-semibold transition-colors hover:bg-raised aria-[current=page]:bg-[#3d1f5c] [&_svg]:text-muted aria-[current=page]:[&_svg]:text-gold'

const ROLE_NAMES = { usuario: 'Competidor', juez: 'Juez', admin: 'Administrador' } as const

/** Opens the menu, a drawer over the page. Does nothing while a dialog is open: two presses may have waited for this file. */
export function openMenu(): void {
  if (dialogs.read().length > 0) return
  openDialog((close) => <Menu onClose={close} />)
}

function Menu({ onClose }: { onClose: () => void }) {
  const sesion = useStore(session)
  const offer = useStore(installOffer)
  const how = howToInstall(navigator)
  const [isStage, setStage] = useModo()
  const address = useAddress()
  const role = sesion?.role ?? 'visitante'
  const act = (run: () => Promise<unknown>) => () => {
    onClose()
    void run()
  }

  return (
    <LightModal
      aria-label="Menú"
      className="stage m-0 h-dvh max-h-none w-[min(20rem,100%-2.5rem)] overflow-y-auto lifted"
      onDismiss={onClose}
    >
      <div className="flex min-h-full flex-col p-3">
        <div className="mb-2 flex items-center justify-between pl-4">
          <h2 className="text-22 uppercase">Menú</h2>
          <IconButton label="Cerrar menú" icon={X} className="size-12" onClick={onClose} />
        </div>
        {sesion && sesion.role !== 'visitante' && <Person sesion={sesion} />}
        <nav aria-label="Menú principal">
          <ul>
            {menuOf(role).map(({ path, label }) => (
              <li key={path}>
                <a
                  href={hrefTo(path)}
                  aria-current={path === address ? 'page' : undefined}
                  className={ITEM}
                  onClick={onClose}
                >
                  <Icon of={ICONS[path]} size={19} />
                  {label}
                </a>
              </li>
            ))}
            {role !== 'visitante' && <Act icon={LogOut} label="Cerrar sesión" onClick={act(signOutOrTell)} />}
            {offer && (
              <Act
                icon={Download}
                label="Instalar aplicación"
                onClick={act(() => {
                  installOffer.set(undefined)
                  return offer.prompt()
                })}
              />
            )}
            {how && <li className="mt-2 border-t border-line px-4 pt-4 text-15 text-muted">{how}</li>}
          </ul>
        </nav>
        <div className="mt-auto border-t border-line px-4 pt-3">
          <Switch
            label="Modo escenario"
            description="Oscuro, para bastidores y sala"
            checked={isStage}
            onChange={setStage}
          />
        </div>
      </div>
    </LightModal>
  )
}

function Act({ icon, label, onClick }: { icon: IconNode; label: string; onClick: () => void }) {
  return (
    <li className="mt-2 border-t border-line pt-2">
      <button type="button" className={ITEM} onClick={onClick}>
        <Icon of={icon} size={19} />
        {label}
      </button>
    </li>
  )
}

function Person({ sesion }: { sesion: Exclude<Sesion, { role: 'visitante' }> }) {
  return (
    <div className="mb-3 flex items-center gap-3 px-4">
      <span
        aria-hidden
        className="num grid size-11 shrink-0 place-items-center rounded-full bg-[#3d1f5c] text-18 text-gold uppercase"
      >
        {initialsOf(sesion.nombre)}
      </span>
      <div className="min-w-0">
        <p className="text-15 font-semibold">{sesion.nombre}</p>
        <p className="text-14 text-muted">{ROLE_NAMES[sesion.role]}</p>
      </div>
    </div>
  )
}

function initialsOf(nombre: string): string {
  const words = nombre.split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map(([first]) => first)
    .join('')
}

async function signOutOrTell(): Promise<void> {
  try {
    await signOut(SIGN_OUT_ADDRESS)
  } catch (error) {
    // The person is still signed in, which matters on a shared device.
    toast(`No se cerró la sesión. ${refusalOf(error).message}`, { tone: 'danger' })
  }
}

/**
 * How a person installs the app where the browser offers nothing; `undefined` where it does, where it cannot, and in the
 * installed app. On an iPhone and an iPad every browser has `standalone`.
 */
function howToInstall(browser: { readonly standalone?: boolean; readonly userAgent: string }): string | undefined {
  if (browser.standalone === false) return 'Para instalarla, toca Compartir y después Agregar a inicio.'
  if (!/Android.+Firefox/.test(browser.userAgent) || matchMedia('(display-mode: standalone)').matches) return undefined
  return 'Para instalarla, abre el menú del navegador y elige agregarla a la pantalla de inicio.'
}

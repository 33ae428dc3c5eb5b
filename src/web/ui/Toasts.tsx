import { CircleAlert, CircleCheck, RefreshCw, Undo2, X } from 'lucide'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './Icon.tsx'
import { modals } from './dialogs.tsx'
import { Status } from './Aviso.tsx'
import { listenForFaults } from './faults.ts'
import { useStore } from './store.ts'
import { dismissNews, dismissToast, slowness, toasts, type Toast } from './toast.ts'

const LOOK = {
  success: { icon: CircleCheck, colour: 'bg-go-soft text-go' },
  danger: { icon: CircleAlert, colour: 'bg-danger-soft text-danger' },
  stage: { icon: Undo2, colour: 'bg-toast text-toast-ink' },
  waiting: { icon: RefreshCw, colour: 'bg-toast text-toast-ink' },
} as const

const SLOW = {
  long: 'La respuesta está tardando. Seguimos esperando.',
  again: 'No llegó respuesta. Lo intentamos otra vez.',
} as const

type Shown = Omit<Toast, 'tone'> & { readonly tone: keyof typeof LOOK }

/**
 * Shows the toasts and a message while a command takes long, in the corner of the page, or inside a modal while it makes the page inert. The live region of the page
 * is always rendered, so that a screen reader announces a message that appears when a modal closes.
 */
export function Toasts() {
  const shown: Shown[] = [...useStore(toasts)]
  const slow = useStore(slowness)
  if (slow) shown.push({ id: 0, tone: 'waiting', content: SLOW[slow] })
  const modal = useStore(modals).at(-1)
  useEffect(listenForFaults, [])
  useEffect(() => {
    // In the capture phase: older messages go before the form shows its own.
    document.addEventListener('submit', dismissNews, true)
    return () => document.removeEventListener('submit', dismissNews, true)
  }, [])
  return (
    <>
      <Regions toasts={modal ? [] : shown} />
      {modal && createPortal(<Regions toasts={shown} />, modal)}
    </>
  )
}

/**
 * Two live regions: faults, and other toasts. The region of the other toasts exists before its first toast, because a screen
 * reader does not announce the first content of a new region.
 */
function Regions({ toasts }: { readonly toasts: readonly Shown[] }) {
  const faults = toasts.filter(({ tone }) => tone === 'danger')
  const news = toasts.filter(({ tone }) => tone !== 'danger')
  return (
    <div className="toasts pointer-events-none fixed z-40 flex flex-col items-start gap-2">
      <Status className="flex w-full grow flex-col justify-end gap-2">
        {news.map((toast) => (
          <ToastItem key={toast.id} {...toast} />
        ))}
      </Status>
      {faults.length > 0 && (
        <div role="alert" className="flex w-full flex-col gap-2">
          {faults.map((toast) => (
            <ToastItem key={toast.id} {...toast} />
          ))}
        </div>
      )}
    </div>
  )
}

function ToastItem({ id, tone, content, act }: Shown) {
  const { icon, colour } = LOOK[tone]
  return (
    <div
      className={`appear pointer-events-auto flex min-h-13 w-full max-w-110 items-center gap-3 rounded-12 py-1 pr-1.5 pl-4 text-15 font-semibold [box-shadow:var(--shadow-dock)] ${colour}`}
    >
      <Icon of={icon} size={19} className="shrink-0" />
      <span className="min-w-0 grow py-1.5 break-words">{content}</span>
      {act && <span className="shrink-0">{act}</span>}
      {tone === 'danger' && (
        <button
          type="button"
          aria-label="Cerrar aviso"
          className="grid size-11 shrink-0 place-items-center rounded-10"
          onClick={() => dismissToast(id)}
        >
          <Icon of={X} size={18} />
        </button>
      )}
    </div>
  )
}

import { Share2 } from 'lucide'
import { useState } from 'react'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'

interface Props {
  readonly title: string
  /** The address in the product: `#/...`. */
  readonly href: string
}

/** Opens the share sheet of the device with the address of the page. Where there is none, or it refuses, copies the address. */
export function Compartir({ title, href }: Props) {
  const [fault, setFault] = useState<string | null>(null)
  const url = new URL(href, location.href).href
  const share = async (): Promise<void> => {
    setFault(null)
    if ('share' in navigator && (await openSheet({ title, text: title, url }))) return
    if (await copy(url)) toast('Enlace copiado.')
    else setFault('No se pudo copiar el enlace.')
  }
  return (
    <>
      <Button variant="ghost" size="dense" icon={Share2} onClick={() => void share()}>
        Compartir
      </Button>
      {fault !== null && (
        <Aviso tone="danger" title={fault} className="mb-3 w-full wrap-anywhere">
          Selecciona este enlace y cópialo: {url}
        </Aviso>
      )}
    </>
  )
}

/** Returns false when the device refuses. A sheet that the person closed, or that is still open, is no failure. */
async function openSheet(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(error.name)
  }
}

/** Returns false when the browser refuses, and when the code does not load. */
async function copy(url: string): Promise<boolean> {
  return import('../ui/SecretDialog.tsx').then(
    ({ copyText }) => copyText(url),
    () => false,
  )
}

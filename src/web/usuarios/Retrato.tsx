import { User } from 'lucide'
import { Icon } from '../ui/Icon.tsx'

interface Props {
  /** The person, for the initials that replace a missing photo. */
  readonly de?: { readonly nombre: string; readonly apellido: string } | undefined
  readonly src: string | null
  /** The text alternative. Empty when the name is beside the photo. */
  readonly alt: string
  /** Its size, and that of the initials. */
  readonly className: string
}

/** The photo of a person, or their initials. */
export function Retrato({ de, src, alt, className }: Props) {
  const box = `${className} shrink-0 rounded-full`
  if (src) return <img src={src} alt={alt} loading="lazy" className={`${box} bg-sunken object-cover`} />
  const initials = de ? initialOf(de.nombre) + initialOf(de.apellido) : ''
  return (
    <span aria-hidden className={`num grid place-items-center bg-sunken text-muted uppercase ${box}`}>
      {initials || <Icon of={User} size={24} />}
    </span>
  )
}

function initialOf(name: string): string {
  const [first = ''] = name.trim()
  return first
}

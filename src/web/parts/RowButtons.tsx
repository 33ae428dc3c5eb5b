import { Pencil, Trash2 } from '../ui/icons.ts'
import { IconButton } from '../ui/IconButton.tsx'

interface Props {
  readonly nombre: string
  readonly onClick: () => void
}

export function EditButton({ nombre, onClick }: Props) {
  return <IconButton label={`Editar ${nombre}`} icon={<Pencil size={17} aria-hidden />} onClick={onClick} />
}

interface DeleteProps extends Props {
  readonly className?: string
}

export function DeleteButton({ nombre, className = '', onClick }: DeleteProps) {
  const icon = <Trash2 size={17} aria-hidden />
  return <IconButton label={`Eliminar ${nombre}`} icon={icon} look="danger" className={className} onClick={onClick} />
}

import { useRef, type MouseEvent } from 'react'
import { Modal, type ModalProps } from './Modal.tsx'

/** A modal that a press on its backdrop dismisses too. The attribute `closedby` does the same, but not in WebKit. */
export function LightModal({ onDismiss, ...rest }: ModalProps) {
  const beganOutside = useRef(false)
  return (
    <Modal
      {...rest}
      onDismiss={onDismiss}
      onPointerDown={(event) => {
        beganOutside.current = isOutside(event)
      }}
      onClick={(event) => {
        // Not after a selection of text that began inside.
        if (beganOutside.current && isOutside(event)) onDismiss()
      }}
    />
  )
}

/** Whether a press is on the backdrop, which belongs to the dialog. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}

import { ConfirmDialog } from './Dialog.tsx'
import { openDialog } from './Modal.tsx'

/** Asks a question above the page. Resolves to whether the person chose `act`. */
export async function confirm(question: string, act: string): Promise<boolean> {
  return new Promise((resolve) => {
    openDialog((close) => {
      const answer = (isYes: boolean): void => {
        close()
        resolve(isYes)
      }
      return (
        <ConfirmDialog question={question} act={act} onAct={() => answer(true)} onCancel={() => answer(false)}>
          No se ha cambiado nada todavía.
        </ConfirmDialog>
      )
    })
  })
}

import { ConfirmDialog } from './Dialog.tsx'
import { openDialog } from './Modal.tsx'
import { useUnmount } from './useMount.ts'

type Props = Record<'question' | 'act', string> & { readonly onAnswer: (isYes: boolean) => void }

/** A question. Another address or another person closes it: the answer is no. */
function Question({ question, act, onAnswer }: Props) {
  useUnmount(() => onAnswer(false))
  return (
    <ConfirmDialog question={question} act={act} onAct={() => onAnswer(true)} onCancel={() => onAnswer(false)}>
      No se ha cambiado nada todavía.
    </ConfirmDialog>
  )
}

/** Asks a question above the page. Resolves to whether the person chose `act`. */
export async function confirm(question: string, act: string): Promise<boolean> {
  return new Promise((resolve) => {
    openDialog((close) => {
      const answer = (isYes: boolean): void => {
        resolve(isYes)
        close()
      }
      return <Question question={question} act={act} onAnswer={answer} />
    })
  })
}

import type { ComponentProps } from 'react'
import { ConfirmDialog } from './Dialog.tsx'
import { openDialog } from './Modal.tsx'
import { useUnmount } from './useMount.ts'

type Asked = Pick<ComponentProps<typeof ConfirmDialog>, 'question' | 'act' | 'cancel' | 'danger' | 'children'>

/** A question. Another address or another person closes it: the answer is no. */
function Question({ onAnswer, ...asked }: Asked & { readonly onAnswer: (isYes: boolean) => void }) {
  useUnmount(() => onAnswer(false))
  return <ConfirmDialog {...asked} onAct={() => onAnswer(true)} onCancel={() => onAnswer(false)} />
}

/** Asks a question above the page; `children` says what the act does. Resolves to whether the person chose `act`. */
export async function confirm(asked: Asked): Promise<boolean> {
  return new Promise((resolve) => {
    openDialog((close) => {
      const answer = (isYes: boolean): void => {
        resolve(isYes)
        close()
      }
      return <Question {...asked} onAnswer={answer} />
    })
  })
}

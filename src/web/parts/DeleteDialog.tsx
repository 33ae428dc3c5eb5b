import type { ReactNode } from 'react'
import type { Command, Input } from '#contract/define.ts'
import type { ApiProblem } from '../api/request.ts'
import { useCommand } from '../api/useCommand.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { openDialog } from '../ui/Modal.tsx'
import { toast } from '../ui/toast.ts'
import { useIsMounted } from '../ui/useMount.ts'

interface Deletion<C extends Command> {
  readonly question: string
  readonly command: C
  readonly input: Input<C>
  /** The start of the message of a refusal: `No se eliminó la imagen.` */
  readonly failed: string
  /** The toast after the deletion. */
  readonly done: string
  /** What is lost. */
  readonly text: ReactNode
  /** Moves the focus after the deletion: the control that asked is gone. */
  readonly moveFocus: () => void
  /** Called also when the dialog was closed before the server answered. */
  readonly onDeleted?: () => void
  readonly onProblem?: (problem: ApiProblem) => void
}

/** Asks before a deletion. The person may close the dialog while the command runs: a toast then shows a refusal. */
export function askDelete<C extends Command>(deletion: Deletion<C>): void {
  openDialog((close) => <DeleteDialog {...deletion} onClose={close} />)
}

function DeleteDialog<C extends Command>(props: Deletion<C> & { readonly onClose: () => void }) {
  const { question, command, input, failed, done, text, moveFocus, onDeleted, onProblem, onClose } = props
  const isMounted = useIsMounted()
  const sentenceOf = ({ message }: ApiProblem) => `${failed} ${message}`
  const remove = useCommand(command, (problem) => {
    onProblem?.(problem)
    if (!isMounted.current) toast(sentenceOf(problem), { tone: 'danger' })
  })

  async function run(): Promise<void> {
    if (!(await remove.run(input))) return
    onDeleted?.()
    if (isMounted.current) {
      onClose()
      moveFocus()
    }
    toast(done)
  }

  return (
    <ConfirmDialog
      question={question}
      act="Eliminar"
      busyText="Eliminando..."
      busy={remove.busy}
      danger
      problem={remove.problem && sentenceOf(remove.problem)}
      onCancel={onClose}
      onAct={() => void run()}
    >
      {text}
    </ConfirmDialog>
  )
}

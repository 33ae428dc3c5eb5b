import { strictScript } from '../support/strict.ts'
import { expect, test } from './fixtures.ts'

const PAGE = `
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ConfirmDialog } from './ui/Dialog.tsx'
import { toast } from './ui/toast.ts'
import { Toasts } from './ui/Toasts.tsx'

function Page() {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  return (
    <>
      <button onClick={() => setAsked(true)}>Abrir</button>
      {isAsked && (
        <ConfirmDialog question="¿Eliminar?" act="Eliminar" busyText="" busy={false} onCancel={close}
          onAct={() => toast('No se eliminó.', { tone: 'danger' })}>
          <button type="button" onClick={() => { toast('Eliminado.'); close() }}>Terminar</button>
        </ConfirmDialog>
      )}
      <Toasts />
    </>
  )
}
createRoot(document.getElementById('root')).render(<StrictMode><Page /></StrictMode>)
`

test('a modal stays open in StrictMode, shows toasts above itself and gives the focus back', async ({ page }) => {
  await page.setContent('<div id="root"></div>')
  await page.addScriptTag({ content: await strictScript(PAGE) })
  const opener = page.getByRole('button', { name: 'Abrir' })
  const question = page.getByRole('alertdialog', { name: '¿Eliminar?' })

  await opener.click()
  // The event of the first closing has been sent by the time that a press is answered.
  await question.getByRole('button', { name: 'Eliminar' }).click()
  const fault = page.getByRole('alert').filter({ hasText: 'No se eliminó.' })
  await expect(fault).toBeVisible()
  await fault.getByRole('button', { name: 'Cerrar aviso' }).click()
  await expect(fault).toBeHidden()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  // A screen reader hears what is put into a region that it knows: the toast outlives the modal in the page's own.
  const region = await page.locator('#root > div [aria-live]').elementHandle()
  await question.getByRole('button', { name: 'Terminar' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('status')).toHaveText('Eliminado.')
  expect(await region?.textContent()).toBe('Eliminado.')
})

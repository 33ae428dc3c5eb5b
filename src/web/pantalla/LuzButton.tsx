import { Moon, Sun } from 'lucide'
import { IconButton } from '../ui/IconButton.tsx'
import { readLocalText, saveLocalText } from '../ui/store.ts'
import { useMount } from '../ui/useMount.ts'
import { showStage, useModo } from '../ui/useModo.ts'

/** The storage key. The stage mode of the public pages has its own. */
const KEY = 'luz'

/** Changes a post between dark, as every screen begins, and light, for a bright room. The device keeps it. */
export function LuzButton() {
  const [isStage] = useModo()
  useMount(() => showStage(readLocalText(KEY) !== 'claro'))
  const change = (): void => {
    showStage(!isStage)
    saveLocalText(KEY, isStage ? 'claro' : null)
  }
  return <IconButton label={isStage ? 'Modo claro' : 'Modo oscuro'} icon={isStage ? Sun : Moon} onClick={change} />
}

import { Moon, Sun } from 'lucide'
import { useState } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import { readLocalText, saveLocalText } from '../ui/store.ts'
import { useMount } from '../ui/useMount.ts'

/** The storage key. The stage mode of the public pages has its own. */
const KEY = 'luz'

function show(isClaro: boolean): void {
  if (isClaro) delete document.documentElement.dataset['modo']
  else document.documentElement.dataset['modo'] = 'escenario'
}

/** Changes a post between dark, as every screen begins, and light, for a bright room. The device keeps it. */
export function LuzButton() {
  const [isClaro, setClaro] = useState(() => readLocalText(KEY) === 'claro')
  useMount(() => show(isClaro))
  const change = (): void => {
    show(!isClaro)
    saveLocalText(KEY, isClaro ? null : 'claro')
    setClaro(!isClaro)
  }
  return <IconButton label={isClaro ? 'Modo oscuro' : 'Modo claro'} icon={isClaro ? Moon : Sun} onClick={change} />
}

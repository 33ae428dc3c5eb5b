import { LockOpen } from '../ui/frameIcons.tsx'
import { ChartNoAxesColumn, Lock } from '../ui/icons.ts'
import { useState } from 'react'
import { closeCategoria, reopenCategoria } from '#contract/calificaciones.ts'
import { Button } from '../ui/Button.tsx'
import { ActDialog } from './ActDialog.tsx'
import { PanelDialog } from './PanelDialog.tsx'

interface Props {
  readonly categoria: { readonly id: string; readonly nombre: string }
  readonly isClosed: boolean
  /** Closing needs a stated decision. */
  readonly decision: boolean
}

/** Closes or reopens a category, and shows its panel. */
export function CierreActs({ categoria, isClosed, decision }: Props) {
  // The act that was asked for stays, also when somebody else closes or reopens the category meanwhile.
  const [asked, setAsked] = useState<'cerrar' | 'reabrir' | 'panel' | null>(null)
  const close = () => setAsked(null)
  const { id, nombre } = categoria
  const Icon = isClosed ? LockOpen : Lock
  const verb = isClosed ? 'Reabrir' : 'Cerrar'
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="dense"
        icon={<ChartNoAxesColumn size={16} aria-hidden />}
        aria-label={`Ver panel de ${nombre}`}
        onClick={() => setAsked('panel')}
      >
        Ver panel
      </Button>
      <Button
        size="dense"
        icon={<Icon size={16} aria-hidden />}
        aria-label={`${verb} categoría ${nombre}`}
        onClick={() => setAsked(isClosed ? 'reabrir' : 'cerrar')}
      >
        {verb} categoría
      </Button>
      {asked === 'panel' && <PanelDialog categoriaId={id} onClose={close} />}
      {asked === 'reabrir' && (
        <ActDialog
          question={`¿Reabrir la categoría ${nombre}?`}
          act="Reabrir"
          busyText="Reabriendo..."
          command={reopenCategoria}
          input={{ id }}
          failed="No se reabrió."
          done={`La categoría ${nombre} está abierta.`}
          onClose={close}
        >
          Su resultado vuelve a ser provisional y se podrán cambiar calificaciones, penalizaciones y orden.
        </ActDialog>
      )}
      {asked === 'cerrar' && (
        <ActDialog
          question={`¿Cerrar la categoría ${nombre}?`}
          act="Cerrar"
          busyText="Cerrando..."
          command={closeCategoria}
          input={{ id }}
          fields={decision ? [{ name: 'decision', label: 'Decisión', hint: DECISION }] : []}
          failed="No se cerró."
          done={`La categoría ${nombre} está cerrada. Su resultado es final.`}
          onClose={close}
        >
          {decision
            ? 'Faltan calificaciones, o no todos los competidores tienen los mismos jueces. Escribe qué se decidió.'
            : 'Su resultado será final. Lo que llegue después esperará como calificación tardía.'}
        </ActDialog>
      )}
    </div>
  )
}

const DECISION = 'Queda en la bitácora, con tu nombre.'

import { closeOrden, openOrden } from '#contract/competidores.ts'
import type { Dia } from '#domain/dia.ts'
import { askAct } from '../parts/ActDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'

/** Closes the order of a day, which gives each entry its number, and opens it again. */
export function OrdenCard({ dia, cerrado }: { dia: Dia; cerrado: boolean }) {
  return (
    <Card title="Orden y números" className="flex flex-col gap-3 p-4">
      <p className="text-15 text-muted">
        {cerrado
          ? 'El orden está cerrado: cada competidor tiene su número.'
          : 'Al cerrar el orden, el turno de cada competidor queda como su número.'}
      </p>
      {/* One button for both acts: it keeps the focus when one takes the place of the other. */}
      <Button onClick={() => (cerrado ? askOpen(dia) : askClose(dia))}>
        {cerrado ? 'Abrir orden' : 'Cerrar orden'}
      </Button>
    </Card>
  )
}

function askClose(dia: Dia): void {
  askAct({
    question: `¿Cerrar el orden del ${dia}?`,
    text: 'El turno de cada competidor queda como su número. Después, mover y sortear piden un motivo y no cambian ningún número.',
    act: 'Cerrar orden',
    command: closeOrden,
    input: { dia },
    failed: 'No se cerró el orden.',
    done: 'Orden cerrado.',
  })
}

function askOpen(dia: Dia): void {
  askAct({
    question: `¿Abrir el orden del ${dia}?`,
    text: 'Los competidores se quedan sin número. Al cerrarlo otra vez pueden recibir otro.',
    act: 'Abrir orden',
    command: openOrden,
    input: { dia },
    fields: [{ name: 'motivo', label: 'Motivo' }],
    failed: 'No se abrió el orden.',
    done: 'Orden abierto.',
    danger: true,
  })
}

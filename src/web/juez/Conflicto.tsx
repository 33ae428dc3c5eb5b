import { sinPuntuar, totalOfPapeleta, type Papeleta } from '#domain/papeleta.ts'
import { newKey } from '../api/session.ts'
import { sendDeviceVersion, takeServerVersion } from '../outbox/mark.ts'
import { outbox } from '../outbox/tab.ts'
import { Button } from '../ui/Button.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import type { FilaDeJuez } from './fila.ts'

interface Props {
  readonly fila: FilaDeJuez
  /** The version of the device. */
  readonly textos: Papeleta
}

/** Two versions of a mark: the judge chooses one. */
export function Conflicto({ fila: { entrada, categoria }, textos }: Props) {
  const { marca } = entrada
  if (!marca) return null
  const isComplete = sinPuntuar(textos, categoria).length === 0
  const useDevice = (): void =>
    void outbox.apply(entrada, sendDeviceVersion(marca, { key: newKey(), desde: Date.now() }))
  const versiones = [
    {
      titulo: 'En este dispositivo',
      total: totalOfPapeleta(textos, categoria),
      criterios: textos,
      act: (
        <Button variant="brand" reason={!isComplete && 'Está incompleta.'} onClick={useDevice}>
          Usar la de este dispositivo
        </Button>
      ),
    },
    {
      titulo: 'En el servidor',
      total: marca.l_calificacion,
      criterios: marca.criterios,
      act: <Button onClick={() => void outbox.apply(entrada, takeServerVersion)}>Usar la del servidor</Button>,
    },
  ]
  return (
    <section aria-labelledby="dos-versiones" className="py-2">
      <h2 id="dos-versiones" className="text-24">
        Hay dos versiones de esta calificación
      </h2>
      <p className="mt-1 mb-4 text-15 text-muted">
        {marca.estado === 'reabierta'
          ? 'Elige cuál cuenta.'
          : 'La del servidor ya se envió. Si eliges la de este dispositivo, espera al juez principal.'}
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        {versiones.map(({ titulo, total, criterios, act }) => (
          <div key={titulo} className="card p-4">
            <h3 className="text-18">{titulo}</h3>
            <p className="num text-36">{total}</p>
            <dl className="mb-4">
              {categoria.criterios.map(({ clave, nombre }) => (
                <div key={clave} className="flex justify-between gap-3 text-15">
                  <dt>{nombre}</dt>
                  <dd className="digits font-semibold">{criterios[clave] ?? 'Sin puntuar'}</dd>
                </div>
              ))}
            </dl>
            <KeepFocus>{act}</KeepFocus>
          </div>
        ))}
      </div>
    </section>
  )
}

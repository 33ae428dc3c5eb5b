import { Flag, SkipBack, SkipForward, Trophy } from 'lucide'
import { useId, useState, type KeyboardEvent } from 'react'
import { endPremiacion, stepPremiacion } from '#contract/premiacion.ts'
import type { PasoRevelado } from '#contract/views/pantallas.ts'
import { premiaciones, type PremiacionEnCursoPart } from '#contract/views/premiaciones.ts'
import { nombreConDia } from '#domain/categoria.ts'
import { pasoText } from '#domain/premiacion.ts'
import { useCommandInPlace } from '../api/useCommand.ts'
import { useView } from '../live/tab.ts'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { NumberField } from '../ui/Field.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { toast } from '../ui/toast.ts'
import { useWakeLock } from '../ui/useWakeLock.ts'

/** The ceremony in course, with the buttons that run it; nothing while none is. Says each step when it is shown. */
export function PremiacionEnCurso({ className = '' }: { readonly className?: string }) {
  const seen = useView(premiaciones, {})
  const enCurso = seen?.enCurso
  const categoria = seen?.categorias.find(({ id }) => id === enCurso?.categoriaId)
  const last = enCurso?.pasos[enCurso.paso - 1]
  useWakeLock(enCurso !== undefined)
  return (
    <>
      <Status className="sr-only">{last && `${pasoText(last)}: ${last.competidores.map(fichaText).join('; ')}`}</Status>
      {seen && enCurso && categoria && (
        <KeepFocus key={categoria.id} className={`block ${className}`}>
          <Ceremonia enCurso={enCurso} nombre={nombreConDia(categoria, seen.categorias)} />
        </KeepFocus>
      )}
    </>
  )
}

type Competidor = PasoRevelado['competidores'][number]

const fichaText = ({ nombre, compania }: Competidor): string => `${nombre}, ${compania}`

/** The element id of the main button in the region of a category. */
export function premiacionActId(categoriaId: string): string {
  return `premiacion-${categoriaId}`
}

/** Focuses the main button of a category whose region has moved on the page. */
export function focusPremiacion(categoriaId: string): void {
  document.getElementById(premiacionActId(categoriaId))?.focus()
}

function Ceremonia({ enCurso, nombre }: { enCurso: PremiacionEnCursoPart; nombre: string }) {
  const id = useId()
  const [isSeen, setSeen] = useState(false)
  const { categoriaId, premios, paso, pasos } = enCurso
  const ultimo = pasos[paso - 1]
  const siguiente = pasos[paso]
  const revelados = pasos.slice(0, paso)
  const step = useCommandInPlace(stepPremiacion, 'El paso no cambió.')
  const end = useCommandInPlace(endPremiacion, 'La premiación no terminó.')
  const fault = step.fault ?? end.fault
  const move = async (sentido: 'siguiente' | 'anterior'): Promise<void> => {
    end.clear()
    const done = await step.run({ id: categoriaId, desde: paso, sentido })
    if (!done || sentido === 'siguiente' || paso > 0) return
    toast('Premiación quitada, sin anunciar nada.')
    focusPremiacion(categoriaId)
  }
  return (
    <section aria-labelledby={id} className="stage @container rounded-20 p-4 wrap-anywhere">
      <h2 id={id} className="text-22 @min-[30rem]:text-30">
        Premiación de {nombre}
      </h2>
      <div className="mt-2 grid gap-5 @min-[40rem]:grid-cols-2">
        <div className="grid content-start gap-2.5">
          <p className="text-14 text-muted">
            En pantalla: <b className="text-ink">{ultimo ? pasoText(ultimo) : 'el título'}</b>
          </p>
          {/* Two lines where a tie may need them: the buttons below stay in place. */}
          <p className="min-h-[2lh] font-display text-24 leading-tight font-semibold text-gold @min-[30rem]:min-h-[1lh] @min-[30rem]:text-30">
            {siguiente ? `Siguiente: ${pasoText(siguiente)}` : 'Ya se mostraron todos.'}
          </p>
          <Button
            id={premiacionActId(categoriaId)}
            variant={siguiente ? 'gold' : 'outline'}
            size="large"
            icon={SkipForward}
            busy={step.busy}
            onKeyDown={dropRepeats}
            onClick={() => void move('siguiente')}
          >
            Siguiente paso
          </Button>
          <div className="grid gap-2.5 @min-[14rem]:grid-cols-2 @max-[24rem]:[&_svg]:hidden">
            <Button icon={SkipBack} size="bare" onKeyDown={dropRepeats} onClick={() => void move('anterior')}>
              Paso anterior
            </Button>
            <Button size="bare" icon={Trophy} aria-expanded={isSeen} onClick={() => setSeen(!isSeen)}>
              Ver ganadores
            </Button>
          </div>
          <Button
            variant={siguiente ? 'outline' : 'gold'}
            icon={Flag}
            busy={end.busy}
            busyText="Terminando..."
            onClick={async () => {
              if (await end.run({ id: categoriaId })) toast(`Anunciada: ${nombre}.`)
            }}
          >
            Terminar premiación
          </Button>
          {fault && <Aviso tone="danger" title={fault} />}
          <NumberField
            label="Premios"
            readOnly
            value={premios}
            fieldClass="flex items-center gap-2 [&>label]:mb-0"
            className="w-14! px-2! text-center"
          />
        </div>
        <div className="grid content-start gap-4">
          {isSeen && (
            <div ref={bringIntoView}>
              <Pasos title="Por mostrar" pasos={pasos.slice(paso)} />
            </div>
          )}
          <Pasos title="Ya se vieron" pasos={revelados.toReversed()} />
        </div>
      </div>
    </section>
  )
}

/** The list opens below the buttons where the region is narrow. */
function bringIntoView(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' })
}

/** Drops a key that is held down: it presses a button many times. */
function dropRepeats(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

function Pasos({ title, pasos }: { title: string; pasos: readonly PasoRevelado[] }) {
  if (pasos.length === 0) return null
  return (
    <div>
      <h3 className="text-15 text-muted">{title}</h3>
      <ol>
        {pasos.map((paso) => (
          <li key={paso.lugares[0]} className="border-t border-line py-2 first:border-0">
            <p className="text-15 font-semibold text-gold">{pasoText(paso)}</p>
            {paso.competidores.map((competidor) => (
              <p key={fichaText(competidor)}>
                <b>{competidor.nombre}</b> <span className="text-muted">{competidor.compania}</span>
              </p>
            ))}
          </li>
        ))}
      </ol>
    </div>
  )
}

import { Eye, EyeOff } from 'lucide'
import { useState, type ReactNode } from 'react'
import { announceCategoria, retainCategoria } from '#contract/embargo.ts'
import { beginPremiacion } from '#contract/premiacion.ts'
import type { CategoriaPorAnunciar, Premiaciones } from '#contract/views/premiaciones.ts'
import { matchesNombre, nombreConDia } from '#domain/categoria.ts'
import { DIAS, diaTitle } from '#domain/dia.ts'
import { PREMIOS_DEFAULT } from '#domain/premiacion.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { focusPremiacion, premiacionActId } from '../calificaciones/Premiacion.tsx'
import { askAct, RowAct, RowCommand } from '../parts/ActDialog.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { NumberField, numberOf } from '../ui/Field.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { Pill } from '../ui/Pill.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { toast } from '../ui/toast.ts'

export const RETENER = 'Retener resultados hasta la premiación'

interface Props {
  readonly premiaciones: Premiaciones
  /** What stands between the categories that wait for their ceremony and the others. */
  readonly children: ReactNode
}

/** The categories with entries, but that of the ceremony in course: first those that a ceremony can announce, then by day. */
export function PorPremiar({ premiaciones: { categorias, retener, enCurso }, children }: Props) {
  const [texto, setTexto] = useState('')
  const all = categorias.filter(({ id, hasEntries }) => hasEntries && id !== enCurso?.categoriaId)
  const found = all.filter((categoria) => matchesNombre(categoria, texto))
  const isListed = ({ isFinal, anunciada }: CategoriaPorAnunciar) => isFinal && !anunciada
  const groupOf = (title: string, own: readonly CategoriaPorAnunciar[]) =>
    own.length > 0 && (
      <section key={title} aria-label={title} className="grid gap-3">
        <h2 className="text-24">{title}</h2>
        <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
          {own.map((categoria) => (
            <li key={categoria.id}>
              <Categoria categoria={categoria} nombre={nombreConDia(categoria, categorias)} retener={retener} />
            </li>
          ))}
        </ul>
      </section>
    )
  const rest = found.filter((categoria) => !isListed(categoria))
  return (
    <>
      <div className="grid gap-4 empty:hidden xl:row-start-2">
        {categorias.length > 6 && <SearchField label="Buscar categoría..." value={texto} onChange={setTexto} />}
        {groupOf('Listas para anunciar', found.filter(isListed))}
      </div>
      {children}
      <div className="grid gap-4 xl:row-start-4">
        {all.length === 0 && !enCurso && (
          <Empty title="Sin categorías.">Aquí aparece cada categoría con competidores.</Empty>
        )}
        {all.length > 0 && found.length === 0 && (
          <Empty title="Sin categorías.">Ninguna se llama así. Borra la búsqueda para verlas todas.</Empty>
        )}
        {DIAS.map((dia) =>
          groupOf(
            diaTitle(dia),
            rest.filter((categoria) => categoria.dia === dia),
          ),
        )}
      </div>
    </>
  )
}

interface CategoriaProps {
  readonly categoria: CategoriaPorAnunciar
  readonly nombre: string
  readonly retener: boolean
}

function Categoria({ categoria: { id, dia, anunciada, isFinal }, nombre, retener }: CategoriaProps) {
  const titleId = `titulo-${id}`
  const form = useCommandForm(beginPremiacion, {
    initial: { premios: String(PREMIOS_DEFAULT) },
    toInput: ({ premios }) => ({ id, premios: numberOf(premios) }),
    failed: 'No empezó la premiación.',
    onDone: ({ yaPublicos }) => {
      focusPremiacion(id)
      if (yaPublicos) toast('Sus resultados ya son públicos.')
    },
  })
  return (
    <section aria-labelledby={titleId} className="card flex h-full flex-col gap-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 id={titleId} className="min-w-0 grow basis-40 text-18">
          <span className="sr-only">Premiación de </span>
          {nombre}
        </h3>
        <Pill tone={isFinal ? 'go' : 'wait'} text={isFinal ? 'Final' : 'Provisional'} />
        <p className="basis-full text-14 text-muted">
          {diaTitle(dia)}: {anunciada ? 'anunciada' : retener ? 'retenida hasta la premiación' : 'sin retener'}
        </p>
      </div>
      <form noValidate onSubmit={form.onSubmit} className="mt-auto grid gap-2">
        <div className="grid grid-cols-[minmax(min-content,5rem)_1fr] items-center gap-x-3">
          {/* The button stands beside the input, and the error below both. */}
          <NumberField
            label="Premios"
            isAlert
            fieldClass="contents [&>:not(input)]:col-span-full"
            {...form.field('premios')}
          />
          <Button
            id={premiacionActId(id)}
            type="submit"
            size="bare"
            className="col-start-2 row-start-2"
            busy={form.busy}
            busyText="Empezando..."
          >
            Empezar premiación
          </Button>
        </div>
        {form.problem && <Aviso tone="danger" title={form.fault} />}
      </form>
      <KeepFocus>
        {anunciada && (
          <RowAct
            act="Volver a retener"
            of={nombre}
            icon={EyeOff}
            onClick={() =>
              askAct({
                question: `¿Volver a retener ${nombre}?`,
                text: retener
                  ? 'El público y los jueces dejan de ver sus resultados hasta que se anuncien.'
                  : `Cuando actives «${RETENER}», sus resultados se ocultan hasta que se anuncien.`,
                act: 'Volver a retener',
                command: retainCategoria,
                input: { id },
                failed: 'No se volvió a retener.',
                done: `Sin anunciar: ${nombre}.`,
              })
            }
          />
        )}
        {!anunciada && retener && (
          <RowCommand
            act="Publicar sin premiación"
            of={nombre}
            icon={Eye}
            command={announceCategoria}
            input={{ id }}
            about={nombre}
            failed="No se publicó."
            onDone={() => toast(`Publicada sin premiación: ${nombre}.`)}
          />
        )}
      </KeepFocus>
    </section>
  )
}

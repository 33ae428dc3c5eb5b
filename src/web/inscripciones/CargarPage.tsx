import { FileUp } from 'lucide'
import { useRef, useState, type FormEvent } from 'react'
import type { Output } from '#contract/define.ts'
import { conocidasOf, createCarga, misInscripciones, type MisInscripciones } from '#contract/inscripciones.ts'
import { COLUMNAS, competidoresText, desenlacesOf, readCarga } from '#domain/carga.ts'
import { joinNombres } from '#domain/plural.ts'
import { useCommandInPlace } from '../api/useCommand.ts'
import { DeshacerCarga } from './DeshacerCarga.tsx'
import { ViewPage } from '../parts/ViewPage.tsx'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { readArchivo } from './archivo.ts'
import { tablasOf } from './csv.ts'
import { Pistas } from './Pistas.tsx'
import { Revision, type Revisada } from './Revision.tsx'

/** A list of entries from a spreadsheet: what it would do, row by row, and then all of it at once. Below it, their music. */
export function CargarPage() {
  return (
    <ViewPage title="Cargar lista" view={misInscripciones} failed="No se abrió la página" what="inscripciones">
      {(mine) => (
        <>
          <Cargar mine={mine} />
          <Pistas mine={mine} />
        </>
      )}
    </ViewPage>
  )
}

const ILEGIBLE = 'No se pudo leer el archivo: guárdalo como Excel (.xlsx) o CSV.'
const DUDA = '¿Se leen bien los acentos? Si no, guárdalo como «CSV UTF-8».'
/** The header alone: a row of an example could be loaded by mistake. */
const PLANTILLA = URL.createObjectURL(
  new Blob([`\uFEFF${Object.values(COLUMNAS).join(',')}\r\n`], { type: 'text/csv;charset=utf-8' }),
)

/** The state of the text in the area: read, in doubt, refused or loaded. */
interface Estado {
  readonly isReading?: boolean
  /** The file may have been read in the wrong encoding. */
  readonly isDoubtful?: boolean
  readonly fault?: string
  /** It stays as it was shown while the event changes: the server refuses a row that has changed. */
  readonly revisada?: Revisada
  readonly cargada?: Output<typeof createCarga>
}

function Cargar({ mine }: { mine: MisInscripciones }) {
  const [texto, setTexto] = useState('')
  const [{ isReading = false, isDoubtful = false, fault, revisada, cargada }, setEstado] = useState<Estado>({})
  const area = useRef<HTMLTextAreaElement>(null)
  const { busy, problem, run, clear } = useCommandInPlace(createCarga, 'No se cargó la lista.')

  function change(next: string, estado: Estado = {}): void {
    setTexto(next)
    setEstado(estado)
    clear()
  }

  function revisar(event: FormEvent): void {
    event.preventDefault()
    if (busy || isReading) return
    const carga = readCarga(tablasOf(texto))
    if ('fault' in carga) {
      change(texto, { isDoubtful, fault: carga.fault })
      area.current?.focus()
    } else
      change(texto, { isDoubtful, revisada: { ...carga, desenlaces: desenlacesOf(carga.filas, conocidasOf(mine)) } })
  }

  async function choose([file]: File[]): Promise<void> {
    change('', { isReading: true })
    const read = file ? await readArchivo(file) : null
    if (read) change(read.texto, { isDoubtful: read.isDoubtful })
    else change('', { fault: ILEGIBLE })
  }

  async function cargar({ filas, desenlaces }: Revisada): Promise<void> {
    const revisadas = filas.flatMap((fila, index) => {
      const desenlace = desenlaces[index]
      return !desenlace || desenlace.que === 'error'
        ? []
        : [{ ...fila, que: desenlace.que, categoriaId: desenlace.destino.id }]
    })
    const loaded = await run({ filas: revisadas })
    if (!loaded) return
    change('', { cargada: loaded })
    area.current?.focus()
  }

  return (
    <>
      <Status>
        {cargada && (
          <Aviso
            tone="success"
            isQuiet
            className="mb-5"
            title={`Lista cargada: ${competidoresText(cargada.competidores)}.`}
          >
            {cargada.carga !== undefined && (
              <DeshacerCarga carga={cargada.carga} onUndone={() => setEstado(({ cargada: _cargada, ...now }) => now)} />
            )}
          </Aviso>
        )}
      </Status>
      <Card title="Desde una hoja de cálculo" titleClassName="mb-3">
        <form noValidate onSubmit={revisar} className="grid gap-4">
          <TextArea
            ref={area}
            label="Lista"
            rows={8}
            wrap="off"
            spellCheck={false}
            autoComplete="off"
            className="text-15"
            value={texto}
            readOnly={busy || isReading}
            error={fault}
            isAlert
            hint={`Pega las filas de tu hoja de cálculo, o elige su archivo. Una de las primeras nombra las columnas, en cualquier orden: ${joinNombres(Object.values(COLUMNAS))}. La compañía puede quedar vacía.`}
            onChange={({ target }) => change(target.value)}
          />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <FileButton
              label="Archivo (.xlsx, .csv)"
              icon={FileUp}
              accept=".xlsx,.csv,.tsv,.txt,text/csv,text/plain"
              busy={busy || isReading}
              onChoose={(files) => void choose(files)}
            />
            <a
              href={PLANTILLA}
              download="plantilla.csv"
              className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
            >
              Descargar plantilla
            </a>
            <Button type="submit" variant={revisada ? 'outline' : 'brand'} className="ml-auto max-sm:w-full">
              Revisar
            </Button>
          </div>
          <Status className="text-15">{isReading ? 'Leyendo el archivo...' : isDoubtful && DUDA}</Status>
        </form>
      </Card>
      <Revision revisada={revisada} busy={busy} problem={problem} onCargar={(list) => void cargar(list)} />
      <UnsavedGuard isUnsaved={() => texto.trim() !== '' && !busy} />
    </>
  )
}

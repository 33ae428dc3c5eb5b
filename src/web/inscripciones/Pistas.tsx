import { Upload } from 'lucide'
import { useRef, useState } from 'react'
import type { MisInscripciones } from '#contract/inscripciones.ts'
import { nombreOf } from '#domain/competidor.ts'
import { conNumero } from '#domain/numero.ts'
import { suertesOf } from '#domain/pistas.ts'
import { formatCount } from '#domain/plural.ts'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { FileButton, UploadBar } from '../ui/FileButton.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { useStore } from '../ui/store.ts'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { useUnmount } from '../ui/useMount.ts'
import { PistaRow } from './PistaRow.tsx'
import { PistasUpload } from './pistasUpload.ts'
import '../ui/sheet.css'

const pistasText = (count: number): string => formatCount(count, 'pista', 'pistas')

/** The music of many entries: the files at once, what would happen with each, and then all of them. */
export function Pistas({ mine }: { mine: MisInscripciones }) {
  const [upload] = useState(() => new PistasUpload())
  const { isReading, pistas, total, hechas, subidas, nombres, libres } = useStore(upload)
  const subir = useRef<HTMLButtonElement>(null)
  const isRunning = total > 0
  useUnmount(() => upload.cancel())

  const conMusica = new Set(mine.inscripciones.flatMap(({ id, tieneMusica }) => (tieneMusica ? id : [])))
  const suertes = suertesOf(pistas, conMusica)
  const nuevas = pistas.filter(({ paso }, index) => !paso && suertes[index] === 'nueva')
  const porConfirmar = nuevas.filter(({ isCierta }) => !isCierta).length
  const fallas = pistas.filter(({ paso }) => paso?.tipo === 'falla').length

  function choose(files: File[]): void {
    const named = mine.inscripciones.map((one) => [one.id, nameOf(one)] as const)
    const free = named.filter(([id]) => !conMusica.has(id))
    void upload.choose(files, mine.inscripciones, { nombres: new Map(named), libres: free })
  }

  function cancel(): void {
    // Its button goes away.
    subir.current?.focus()
    upload.cancel()
  }

  return (
    <Card title="Música" className="mt-5 p-4" titleClassName="mb-1">
      <p id="pistas-ayuda" className="mb-4 text-15 text-muted">
        Elige muchos archivos a la vez. Cada uno se reconoce por el número de su competidor, con el orden cerrado, o por
        su nombre y su categoría. Quien ya tiene música la conserva.
      </p>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <FileButton
          label="Archivos (.mp3)"
          icon={Upload}
          accept=".mp3"
          multiple
          busy={isReading || isRunning}
          describedBy="pistas-ayuda"
          onChoose={choose}
        />
        {pistas.length > 0 && (
          <div className="ml-auto max-sm:w-full">
            <Button
              ref={subir}
              variant="brand"
              className="max-sm:w-full"
              busy={isRunning}
              busyText="Subiendo..."
              reason={!isRunning && nuevas.length === 0 && 'No hay música nueva.'}
              onClick={() => void upload.run(nuevas)}
            >
              Subir {pistasText(nuevas.length)}
            </Button>
          </div>
        )}
      </div>
      <Status className="pt-3 text-15">
        {isReading && 'Leyendo los archivos...'}
        {!isReading && porConfirmar > 0 && `Por confirmar: ${porConfirmar}. Revisa a quién se le da cada archivo.`}
      </Status>
      {isRunning && (
        <UploadBar
          nombre="la música"
          sent={hechas}
          total={total}
          text={`${hechas} de ${pistasText(total)}`}
          onCancel={cancel}
        />
      )}
      <Status>
        {subidas !== null && (
          <Aviso tone="success" isQuiet className="mt-3" title={`Pistas subidas: ${subidas}.`}>
            {fallas > 0 && `Con error: ${fallas}. Cada archivo dice por qué.`}
          </Aviso>
        )}
      </Status>
      {pistas.length > 0 && (
        <div className="-mx-4 mt-4 -mb-4 overflow-hidden border-t border-line">
          <table
            role="table"
            aria-label="Archivos de música"
            className="sheet sheet-text lg:[--columns:repeat(3,minmax(0,1fr))]"
          >
            <TableHead columns={['Archivo', 'Competidor', 'Qué pasará']} className="max-lg:sr-only" />
            <tbody role="rowgroup">
              {pistas.map((pista, index) => (
                <PistaRow
                  key={pista.clave}
                  pista={pista}
                  suerte={suertes[index] ?? 'sin'}
                  nombres={nombres}
                  libres={libres}
                  isLocked={isRunning}
                  onElige={upload.elige}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <UnsavedGuard isUnsaved={() => isRunning || nuevas.length > 0} />
    </Card>
  )
}

/** An entry in words: `12 Ana, 3 - Casino, jueves`. */
function nameOf(one: MisInscripciones['inscripciones'][number]): string {
  return [conNumero({ ...one, nombre: nombreOf(one) }), one.titulo, one.dia].filter(Boolean).join(', ')
}

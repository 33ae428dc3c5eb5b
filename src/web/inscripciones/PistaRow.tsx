import { Check, Copy, Plus, RefreshCw } from 'lucide'
import { memo } from 'react'
import { SUERTES, type Suerte } from '#domain/pistas.ts'
import { Button } from '../ui/Button.tsx'
import { Options } from '../ui/Field.tsx'
import { formatMegas } from '../ui/FileButton.tsx'
import { Pill } from '../ui/Pill.tsx'
import { RowSelect } from '../ui/RowSelect.tsx'
import { useStore } from '../ui/store.ts'
import { pausaText, type MusicaUpload } from './musicaUpload.ts'
import type { Nombres, Paso, Pista } from './pistasUpload.ts'
import { Falla } from './Revision.tsx'

interface Props extends Nombres {
  readonly pista: Pista
  readonly suerte: Suerte
  /** The choice cannot change now. */
  readonly isLocked: boolean
  readonly onElige: (clave: number, elegido: string | null) => void
}

/** A chosen file: its entry, and what happens or happened with it. Not rendered again while other files are uploaded. */
export const PistaRow = memo(function PistaRow(props: Props) {
  const { pista, suerte, nombres } = props
  const { file, elegido, isCierta, fault, paso } = pista
  return (
    <tr role="row">
      <td role="cell" className="font-semibold">
        {file.name}
      </td>
      <td role="cell">
        {isCierta || paso || fault !== null ? elegido && nombres.get(elegido) : <CompetidorSelect {...props} />}
      </td>
      <td role="cell">
        {paso ? <Avance nombre={file.name} paso={paso} /> : <Destino suerte={suerte} fault={fault} />}
      </td>
    </tr>
  )
})

/** The entry of a file that is not certain: those that fit first, then all. */
function CompetidorSelect({ pista, nombres, libres, isLocked, onElige }: Props) {
  const { clave, file, candidatos, elegido } = pista
  return (
    <RowSelect
      aria-label={`Competidor de ${file.name}`}
      value={elegido ?? ''}
      isLocked={isLocked}
      isWide
      onChoose={(value) => onElige(clave, value || null)}
    >
      <option value="">Sin competidor</option>
      {candidatos.length > 0 && (
        <optgroup label="Los más parecidos">
          <Options of={candidatos.map((id) => [id, nombres.get(id) ?? ''])} />
        </optgroup>
      )}
      <optgroup label="Sin música">
        <Options of={libres} />
      </optgroup>
    </RowSelect>
  )
}

function Destino({ suerte, fault }: { suerte: Suerte; fault: string | null }) {
  if (suerte === 'falla' || suerte === 'sin') return <Falla text={fault ?? SUERTES.sin} />
  const icons = { nueva: Plus, ya: Check, repetida: Copy }
  return <Pill tone={suerte === 'nueva' ? 'info' : 'off'} icon={icons[suerte]} text={SUERTES[suerte]} />
}

function Avance({ nombre, paso }: { nombre: string; paso: Paso }) {
  if (paso.tipo === 'falla') return <Falla text={paso.fault} />
  if (paso.tipo === 'subiendo') return <Subiendo nombre={nombre} upload={paso.upload} />
  return (
    <>
      <Pill tone="go" icon={Check} text="Subida" />
      {paso.nota !== '' && <p className="mt-1 text-14 text-wait">{paso.nota}</p>}
    </>
  )
}

/** The progress of one file. */
function Subiendo({ nombre, upload }: { nombre: string; upload: MusicaUpload }) {
  const estado = useStore(upload)
  if (estado.tipo !== 'subiendo' && estado.tipo !== 'pausa') return 'Guardando...'
  const { file, sent } = estado
  return (
    <>
      <progress aria-label={`Subiendo ${nombre}`} value={sent} max={file.size} className="upload-bar" />
      <span className="text-14 text-muted digits">
        {estado.tipo === 'subiendo' && `${formatMegas(sent)} de ${formatMegas(file.size)}`}
        {estado.tipo === 'pausa' && pausaText(estado.isBlocked)}
      </span>
      {estado.tipo === 'pausa' && (
        <Button size="dense" variant="ghost" icon={RefreshCw} onClick={upload.resume}>
          Reintentar ahora
        </Button>
      )}
    </>
  )
}

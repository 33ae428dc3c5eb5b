import { Eye, EyeOff } from 'lucide'
import { DIAS, diaTitle, INTERRUPTOR_DE } from '#domain/dia.ts'
import { diasPublicados, type Interruptor, type Publicado } from '#domain/ajustes.ts'
import { joinNombres } from '#domain/plural.ts'
import { setPublicacion } from '#contract/horario.ts'
import { useCommandInPlace } from '../api/useCommand.ts'
import { Icon } from '../ui/Icon.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Switch } from '../ui/Switch.tsx'

/** The switches that publish results, and a text about what is public now. */
export function PublicoCard({ publicado }: { publicado: Publicado }) {
  return (
    <section className="card flex flex-col gap-4 p-5">
      <h2 className="text-22">Qué ve el público</h2>
      <PublicacionSwitch
        campo="mostrarCalificaciones"
        label="Mostrar Calificaciones a los usuarios"
        description="Activa el botón Ver Calificaciones en la portada."
        publicado={publicado}
      />
      {DIAS.map((dia) => (
        <div key={dia} className="border-t border-line pt-4">
          <PublicacionSwitch campo={INTERRUPTOR_DE[dia]} label={`Habilitar ${diaTitle(dia)}`} publicado={publicado} />
        </div>
      ))}
      <PublicadoText publicado={publicado} />
    </section>
  )
}

interface SwitchProps {
  readonly campo: Interruptor
  readonly label: string
  readonly description?: string
  readonly publicado: Publicado
}

function PublicacionSwitch({ campo, label, description, publicado }: SwitchProps) {
  const set = useCommandInPlace(setPublicacion, `Error al actualizar «${label}»:`)
  return (
    <>
      <Switch
        label={label}
        description={description ?? (publicado[campo] ? 'Activado' : 'Desactivado')}
        checked={publicado[campo]}
        busy={set.busy}
        onChange={(valor) => void set.run({ campo, valor })}
      />
      {set.fault && <Aviso tone="danger" title={set.fault} className="mt-3" />}
    </>
  )
}

function PublicadoText({ publicado }: { publicado: Publicado }) {
  const open = diasPublicados(publicado)
  const closed = DIAS.filter((dia) => !open.includes(dia))
  const isOpen = open.length > 0
  const icon = isOpen ? Eye : EyeOff
  return (
    <div
      className={`flex gap-3 rounded-12 px-4 py-3 text-15 ${isOpen ? 'bg-go-soft text-go' : 'bg-off-soft text-off'}`}
    >
      <Icon of={icon} size={19} className="mt-0.5 shrink-0" />
      <span>
        <strong className="block">{isOpen ? `Publicadas ahora: ${joinNombres(open)}` : 'Nada publicado ahora'}</strong>
        {closed.length > 0 &&
          isOpen &&
          `Siguen ocultas las ${joinNombres(closed.map((dia) => `del ${dia}`))}. Solo la organización las ve.`}
        {!isOpen && 'Solo la organización ve las calificaciones.'}
      </span>
    </div>
  )
}

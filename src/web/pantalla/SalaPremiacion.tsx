import type { PasoRevelado, PremiacionPart } from '#contract/views/pantallas.ts'
import { conNumero } from '#domain/numero.ts'
import { pasoText } from '#domain/premiacion.ts'
import { Fit } from '../ui/Fit.tsx'
import { Encabezado } from './Encabezado.tsx'

/** Entries beside the newest step; with more, or with a larger tie, the newest step stands above the others. */
const LADO_MAX = 5
const HEROES_MAX = 2
/** The letters of a name and its company that fit on one or two lines of half a screen. */
const UNA_LINEA = 70

/** A ceremony: its title, then the revealed places, the first on top and the newest the largest. After its end the podium. */
export function SalaPremiacion({ premiacion: { categoria, pasos, enCurso } }: { premiacion: PremiacionPart }) {
  // They come from the last prize to the first.
  const [newest, ...others] = pasos.toReversed()
  if (!newest) {
    return (
      <>
        <Encabezado />
        <Fit className="sala-titular sala-apertura">
          <p>
            <span className="turno-tag">Premiación</span>
          </p>
          <h1>{categoria}</h1>
        </Fit>
      </>
    )
  }
  const entries = others.flatMap(({ competidores }) => competidores).length
  const isBeside = entries > 0 && entries <= LADO_MAX && newest.competidores.length <= HEROES_MAX
  return (
    <>
      <Encabezado>
        <strong className="text-gold">{enCurso ? 'Premiación' : 'Podio'}</strong>
      </Encabezado>
      <h1 className="sala-titulo">{categoria}</h1>
      <Fit className={`sala-podio ${newest.lugares[0] === 1 ? 'sala-oro' : ''}`}>
        <ol data-forma={isBeside ? 'lado' : 'pila'}>
          <Step key={newest.lugares[0]} paso={newest} isNewest />
          {entries > 0 && (
            <li className="sala-pasos">
              <ol>
                {others.map((paso) => (
                  <Step key={paso.lugares[0]} paso={paso} />
                ))}
              </ol>
            </li>
          )}
        </ol>
      </Fit>
    </>
  )
}

function Step({ paso, isNewest = false }: { paso: PasoRevelado; isNewest?: boolean }) {
  return (
    <li className="sala-paso" data-nuevo={isNewest} data-lugar={paso.lugares[0]}>
      <p className="sala-lugar">
        <span className="turno-tag">{pasoText(paso)}</span>
      </p>
      <ul style={{ '--cuantos': paso.competidores.length }}>
        {paso.competidores.map((uno, place) => (
          <li
            key={paso.lugares[place]}
            data-largo={uno.nombre.length + uno.compania.length > UNA_LINEA}
            style={{ '--letters': uno.nombre.length }}
          >
            <strong>{conNumero(uno)}</strong> <span>{uno.compania}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}

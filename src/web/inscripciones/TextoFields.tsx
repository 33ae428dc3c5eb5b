import { FALTAN_CAMPOS } from '#contract/inscripciones.ts'
import { clavesRequeridas, mapTextos, type ClaveDeTexto } from '#domain/competidor.ts'
import type { BoundField } from '../api/useCommandForm.ts'
import { TextField } from '../ui/Field.tsx'

interface Props {
  readonly form: { readonly field: (clave: ClaveDeTexto) => BoundField }
  readonly isAdmin: boolean
}

/** The texts of an entry. */
export function TextoFields({ form: { field }, isAdmin }: Props) {
  const required = new Set(clavesRequeridas(isAdmin))
  return Object.values(
    mapTextos((clave, { campo, sujeto, autoComplete }) => (
      <TextField
        key={clave}
        label={campo}
        autoComplete={autoComplete}
        {...(required.has(clave) ? { required: true } : { hint: 'Puede quedar vacía.' })}
        {...orMissing(field(clave), `Falta ${sujeto.toLowerCase()}.`)}
      />
    )),
  )
}

/** A field with its own message when it is missing: that about all missing fields shows once, at the top. */
export function orMissing(field: BoundField, missing: string): BoundField {
  return { ...field, error: field.error === FALTAN_CAMPOS ? missing : field.error }
}

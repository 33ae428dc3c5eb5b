import { savePerfil, type PerfilPart } from '#contract/usuarios.ts'
import type { ApiProblem } from '../api/request.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { hrefTo } from '../paths.ts'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button, TextLink } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { FotoField } from './FotoField.tsx'
import { FOTO_PENDIENTE, useFoto } from './fotoUpload.ts'
import { PaisSelect } from './PaisSelect.tsx'
import { PerfilGate } from './PerfilGate.tsx'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'

export function EditarPerfilPage() {
  return (
    <main className="page">
      <div className="mx-auto max-w-118">
        <h1 className="mb-5 text-36 lg:text-48">Editar perfil</h1>
        <PerfilGate>{(yo) => <EditarPerfil yo={yo} />}</PerfilGate>
      </div>
    </main>
  )
}

function EditarPerfil({ yo }: { yo: PerfilPart }) {
  const foto = useFoto<'nombre' | 'apellido' | 'pais'>()
  const form = useCommandForm(savePerfil, {
    initial: { nombre: yo.nombre, apellido: yo.apellido, pais: yo.pais },
    toInput: (typed) => ({ ...typed, foto: foto.upload.foto }),
    withFile: foto,
    failed: 'Error actualizando perfil:',
    onRefused: foto.upload.refused,
    onDone: () => {
      foto.upload.clear()
      toast('Perfil actualizado correctamente')
    },
  })
  const hasNews = form.changed || foto.estado.tipo !== 'ninguna'

  return (
    <form noValidate onSubmit={form.onSubmit} className="card flex flex-col gap-5 p-5">
      <FotoField label="Nueva foto" foto={foto} de={yo} />
      <div className="grid gap-5 xs:grid-cols-2 xs:gap-3">
        <TextField label="Nombre" autoComplete="given-name" required {...form.field('nombre')} />
        <TextField label="Apellido" autoComplete="family-name" required {...form.field('apellido')} />
      </div>
      <PaisSelect {...form.field('pais')} />
      {form.refusal && <Aviso tone="danger" title={sentenceOf(form.refusal)} />}
      <div>
        <Button
          type="submit"
          variant={hasNews ? 'brand' : 'outline'}
          className="w-full"
          busy={form.busy}
          busyText="Guardando..."
          reason={foto.estado.tipo === 'rechazada' && FOTO_PENDIENTE}
        >
          Guardar cambios
        </Button>
        <Status className="mt-2 text-center text-14 text-muted">
          {form.again && 'La conexión falla. Lo intentamos otra vez.'}
          {form.busy && foto.estado.tipo === 'subiendo' && 'Se guardará en cuanto termine de subir la foto.'}
        </Status>
      </div>
      <TextLink href={hrefTo('/perfil')}>Volver al perfil</TextLink>
      <UnsavedGuard isUnsaved={() => hasNews && !form.busy} />
    </form>
  )
}

function sentenceOf({ code, message }: ApiProblem): string {
  return code === 'session.required' ? 'Usuario no autenticado.' : `Error actualizando perfil: ${message}`
}

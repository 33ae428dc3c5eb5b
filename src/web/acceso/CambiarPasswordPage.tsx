import { CambiarPasswordForm } from './CambiarPasswordForm.tsx'

export function CambiarPasswordPage() {
  return (
    <main className="page">
      <div className="mx-auto max-w-118">
        <h1 className="mb-5 text-36 lg:text-48">Cambiar contraseña</h1>
        <div className="card p-5">
          <CambiarPasswordForm />
        </div>
      </div>
    </main>
  )
}

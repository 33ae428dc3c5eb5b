/** The judge's screen. */
export function JuezPage() {
  return (
    <main className="page">
      <h1 className="mb-5 text-30 lg:text-36">Calificar</h1>
    </main>
  )
}

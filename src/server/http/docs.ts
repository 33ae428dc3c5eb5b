/** The API document as a page for people: what may be asked, by whom, with what. Plain HTML, no script. */
export function docsPage(document: Readonly<Record<string, unknown>>): string {
  const paths = entriesOf(document['paths'])
  const rows = paths.flatMap(([path, methods]) =>
    entriesOf(methods).map(([method, operation]) => section(path, method, operation)),
  )
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API de la competencia</title></head><body><h1>API de la competencia</h1>
<p>El mismo documento para programas: <a href="/api/openapi.json">openapi.json</a>. Lo que se niega responde con <code>code</code>, <code>message</code> y <code>fields</code>.</p>
${rows.join('\n')}</body></html>`
}

function section(path: string, method: string, operation: unknown): string {
  const {
    summary = '',
    'x-roles': roles = [],
    requestBody,
    parameters,
    responses,
  } = Object.fromEntries(entriesOf(operation))
  const block = (title: string, value: unknown) =>
    value === undefined ? '' : `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
  const who = Array.isArray(roles) ? roles.join(', ') : ''
  return `<details><summary><code>${escapeHtml(`${method.toUpperCase()} ${path}`)}</code> (${escapeHtml(who)})</summary>
<p>${escapeHtml(String(summary))}</p>${block('Parámetros', parameters)}${block('Cuerpo', requestBody)}${block('Respuestas', responses)}</details>`
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

import { html } from '#docs/guia.md'
import type { Params } from '../address.ts'
import { useReveal } from '../ui/useReveal.ts'
import './guia.css'

/** The guide of the organiser: `docs/guia.md`, rendered by the build. It opens without a network. */
export function GuiaPage({ params: { parte } }: { params: Params }) {
  useReveal(parte === undefined ? undefined : { elementId: parte, headingId: parte })
  return <main className="page guia" dangerouslySetInnerHTML={{ __html: html }} />
}

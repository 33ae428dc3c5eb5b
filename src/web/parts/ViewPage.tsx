import type { ComponentProps, ReactNode } from 'react'
import type { View } from '#contract/view.ts'
import { useView } from '../live/tab.ts'
import { ViewPlaceholder } from './ViewPlaceholder.tsx'

interface Props<Part, D> extends Omit<ComponentProps<typeof ViewPlaceholder>, 'of'> {
  readonly title: string
  readonly view: View<Record<string, never>, Part, D>
  readonly children: (document: D) => ReactNode
}

/** A screen of the organisers about one view: its title, and below it the document or what stands for it. */
export function ViewPage<Part, D>({ title, view, children, ...placeholder }: Props<Part, D>) {
  const document = useView(view, {})
  return (
    <main className="page">
      <h1 className="mb-5 text-30 lg:text-36">{title}</h1>
      {document ? children(document) : <ViewPlaceholder of={[view.name]} {...placeholder} />}
    </main>
  )
}

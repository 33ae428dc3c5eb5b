import { Component, type ReactNode } from 'react'

interface Place {
  readonly row: Element
  readonly top: number
}

/**
 * Keeps the rows (`li`) of a scrolled list where they are on the screen when rows above them come or leave. Browsers do so by
 * themselves, but not Safari.
 */
export class KeepPlace extends Component<{ readonly children: ReactNode }> {
  override getSnapshotBeforeUpdate(): Place | null {
    if (window.scrollY === 0 || CSS.supports('overflow-anchor: auto')) return null
    const inSight = ({ top }: DOMRect): boolean => top > innerHeight / 3
    const row = [...document.querySelectorAll('li')].find((one) => inSight(one.getBoundingClientRect()))
    return row ? { row, top: row.getBoundingClientRect().top } : null
  }

  override componentDidUpdate(_props: object, _state: object, before: Place | null): void {
    if (before?.row.isConnected) window.scrollBy(0, before.row.getBoundingClientRect().top - before.top)
  }

  override render(): ReactNode {
    return this.props.children
  }
}

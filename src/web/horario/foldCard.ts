/** In px: the height of the folded card, the space below the whole one and below `Sigo`, the space around the search. */
const LINE = 44
const GAP = 20
const PADDING = 8

/**
 * The ref of the search. Keeps the height of the header, which its banners change, in `--head`. On a phone, folds the card of
 * the turn to one line (`data-plegada`) once it has left the screen, and while the search has the focus, which then stands
 * under the header (`data-busca`). `horario.css` has the layout.
 */
export function foldCard(search: HTMLElement | null): (() => void) | undefined {
  const main = search?.closest('main')
  const list = search?.parentElement
  const header = document.querySelector<HTMLElement>('.app-header')
  if (!search || !main || !list || !header) return undefined
  const isFar = (): boolean => list.getBoundingClientRect().top < header.offsetHeight + LINE + GAP
  /** Header and card may cover a quarter of the screen. */
  const hasRoom = (): boolean => header.offsetHeight + LINE <= innerHeight / 4
  const isSearching = (): boolean => main.hasAttribute('data-busca') && getComputedStyle(search).position === 'sticky'

  const fold = (): void => {
    const card = main.querySelector<HTMLElement>('.live-card')
    const isFolded = isSearching() || (isFar() && hasRoom() && !card?.contains(document.activeElement))
    if (card && isFolded && !main.hasAttribute('data-plegada')) {
      main.style.setProperty('--tarjeta', `${card.offsetHeight}px`)
    }
    main.toggleAttribute('data-plegada', isFolded && card !== null)
  }
  /** Scrolls to where the search stands in the page: the results begin below it. */
  const reach = (): void => {
    main.setAttribute('data-busca', '')
    fold()
    if (!isSearching()) return
    const above = search.previousElementSibling
    const top = above ? above.getBoundingClientRect().bottom + GAP : list.getBoundingClientRect().top
    window.scrollBy({ top: top - PADDING - header.offsetHeight, behavior: 'instant' })
  }
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && search.contains(relatedTarget)) return
    // What a finger presses stays under it.
    const topOfLast = (): number => list.lastElementChild?.getBoundingClientRect().top ?? 0
    const before = topOfLast()
    main.removeAttribute('data-busca')
    fold()
    window.scrollBy({ top: topOfLast() - before, behavior: 'instant' })
  }
  const end = new AbortController()
  const { signal } = end
  search.addEventListener('focusin', reach, { signal })
  search.addEventListener('input', reach, { signal })
  search.addEventListener('focusout', leave, { signal })
  window.addEventListener('scroll', fold, { signal, passive: true })
  const sizes = new ResizeObserver(() => {
    main.style.setProperty('--head', `${header.offsetHeight}px`)
    fold()
  })
  sizes.observe(header)
  sizes.observe(main)
  return () => {
    end.abort()
    sizes.disconnect()
    main.removeAttribute('data-plegada')
    main.removeAttribute('data-busca')
  }
}

import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/Empty.tsx'

/**
 * Where a page ends that could not be drawn: its code did not arrive, or it has a fault. React has logged the cause by
 * then. The frame around it lives on.
 */
export class Fault extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className="page">
        <h1 className="sr-only">No se pudo abrir esta página</h1>
        <ErrorState title="No se pudo abrir esta página" onRetry={() => location.reload()}>
          Puede que se haya ido la señal o que haya una versión nueva. Cárgala otra vez.
        </ErrorState>
      </main>
    )
  }
}

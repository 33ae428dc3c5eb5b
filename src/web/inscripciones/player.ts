import { readMusica } from '#contract/competidores.ts'
import { Player } from './trackPlayer.ts'

/** The player of this tab. */
export const player = new Player(({ id }) => readMusica.path.replace(':id', encodeURIComponent(id)))

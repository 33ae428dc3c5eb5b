import { beforeEach, expect, test, vi } from 'vitest'
import { fakeTime } from '../../../tests/support/time.ts'
import { Player, type Track } from './trackPlayer.ts'

/** A sound that sends the events of a browser when a test says so. */
class FakeSound {
  currentTime = 0
  duration = Number.NaN
  paused = true
  readonly sources: string[] = []
  readonly #listeners: (readonly [string, () => void])[] = []

  get src(): string {
    return this.sources.at(-1) ?? ''
  }
  set src(url: string) {
    this.sources.push(url)
    this.paused = true
    this.currentTime = 0
  }

  play(): Promise<void> {
    this.paused = false
    return Promise.resolve()
  }
  pause(): void {
    this.paused = true
    this.say('pause')
  }
  addEventListener(type: string, listener: () => void): void {
    this.#listeners.push([type, listener])
  }

  say(type: string): void {
    for (const [of, listener] of this.#listeners) if (of === type) listener()
  }
  /** Loads the track and plays it. */
  begin(duration: number): void {
    this.duration = duration
    this.say('durationchange')
    this.say('playing')
  }
}

const ana: Track = { id: 'a', nombre: 'Ana', detalle: '1 - Salsa', duracion: null }
const eva: Track = { id: 'e', nombre: 'Eva', detalle: '1 - Salsa', duracion: null }

function aPlayer(urlOf = ({ id }: Track) => `/musica/${id}`) {
  const sound = new FakeSound()
  const makeSound = vi.fn(function Audio() {
    return sound
  })
  vi.stubGlobal('Audio', makeSound)
  const player = new Player(urlOf)
  return { player, sound, makeSound, leave: player.subscribe(() => {}) }
}

/** A player on which the track of Ana plays. */
function aPlaying(...given: Parameters<typeof aPlayer>) {
  const one = aPlayer(...given)
  one.player.toggle(ana)
  one.sound.begin(200)
  return one
}

fakeTime()
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })))
})

test('the first press plays, the second pauses, the third goes on from there', () => {
  const { player, sound } = aPlayer()
  player.toggle(ana)
  expect(player.estadoOf('a')).toBe('cargando')
  sound.begin(200)
  expect(player.estadoOf('a')).toBe('sonando')

  sound.currentTime = 72
  player.toggle(ana)
  expect([player.estadoOf('a'), sound.paused]).toEqual(['parado', true])
  player.toggle(ana)
  expect([sound.sources, sound.currentTime, sound.paused]).toEqual([['/musica/a'], 72, false])
})

test('one track plays at a time: another one replaces it', () => {
  const { player, sound, makeSound } = aPlaying()
  player.toggle(eva)
  sound.begin(90)

  expect([player.estadoOf('a'), player.estadoOf('e')]).toEqual(['parado', 'sonando'])
  expect(makeSound).toHaveBeenCalledOnce()
  expect(player.read()).toMatchObject({ track: eva, elapsed: 0, duration: 90 })
})

test('the position is updated every half second while the track plays, and only then', () => {
  const { player, sound } = aPlaying()
  sound.currentTime = 1.5
  vi.advanceTimersByTime(499)
  expect(player.read()?.elapsed).toBe(0)
  vi.advanceTimersByTime(1)
  expect(player.read()?.elapsed).toBe(1.5)

  player.toggle(ana)
  sound.currentTime = 9
  vi.advanceTimersByTime(5_000)
  expect(player.read()?.elapsed).toBe(1.5)
})

test('the slider goes from 0 to 100 of the track', () => {
  const { player, sound } = aPlayer()
  player.toggle(ana)
  player.seek(50)
  expect(sound.currentTime).toBe(0)
  sound.begin(200)
  player.seek(50)
  expect([sound.currentTime, player.read()?.elapsed]).toEqual([100, 100])
})

test.each([
  ['a longer length, because the encoder wrote no count', 27.8, 13.9],
  ['a shorter length, because the count is of an older file', 4, 2],
  ['no length yet', Infinity, 4],
])(
  'a track goes back to its start at its end, and its stored length rules slider and position, where the browser guesses %s',
  (_why, guess, sought) => {
    const { player, sound } = aPlayer()
    player.toggle({ ...eva, duracion: 8 })
    expect(player.read()).toMatchObject({ elapsed: 0, duration: 0 })
    sound.begin(guess)
    sound.currentTime = 3
    vi.advanceTimersByTime(500)
    expect(player.read()).toMatchObject({ elapsed: 3, duration: 8 })

    // The browser seeks by its own guess.
    player.seek(50)
    expect(sound.currentTime).toBeCloseTo(sought)
    expect(player.read()?.elapsed).toBeCloseTo(4)
    sound.currentTime = sought + 1.5
    vi.advanceTimersByTime(500)
    expect(player.read()?.elapsed).toBeCloseTo(5.5)
    sound.currentTime = sought + 20
    vi.advanceTimersByTime(500)
    expect(player.read()).toMatchObject({ elapsed: 8, duration: 8 })

    sound.pause()
    sound.say('ended')
    expect(player.read()).toMatchObject({ estado: 'parado', elapsed: 0, duration: 8 })
    expect(sound.currentTime).toBe(0)
    sound.currentTime = 2
    sound.say('durationchange')
    expect(player.read()?.elapsed).toBe(2)
    player.seek(50)
    player.toggle(ana)
    sound.begin(200)
    sound.currentTime = 2
    vi.advanceTimersByTime(500)
    expect(player.read()).toMatchObject({ track: ana, elapsed: 2, duration: 200 })
  },
)

test('a track that has another address is opened there when it is played from its beginning, and goes on where it was paused', () => {
  let version = 1
  const { player, sound } = aPlaying(({ id }) => `/musica/${id}?v=${version}`)
  sound.currentTime = 72
  player.toggle(ana)
  vi.advanceTimersByTime(500)
  version = 2
  player.seek(50)
  player.toggle(ana)
  expect(sound.sources).toEqual(['/musica/a?v=1'])
  sound.say('ended')
  player.toggle(ana)
  expect(sound.sources).toEqual(['/musica/a?v=1', '/musica/a?v=2'])
})

test('a track that does not load shows the reason, and a press loads it again', async () => {
  const { player, sound } = aPlayer()
  player.toggle(ana)
  sound.say('error')
  sound.say('error')
  await vi.runAllTimersAsync()
  expect(player.read()).toMatchObject({
    estado: 'parado',
    problem: 'La música de Ana ya no está en el servidor. Hay que subirla otra vez.',
  })

  const tried = sound.sources.length
  player.toggle(ana)
  expect(player.read()?.problem).toBeNull()
  expect(sound.sources).toHaveLength(tried + 1)
})

test('a press that the browser refuses once is tried again, and then plays', () => {
  const { player, sound } = aPlayer()
  player.toggle(ana)
  sound.say('error')
  expect([player.estadoOf('a'), sound.paused, sound.sources]).toEqual(['cargando', false, ['/musica/a', '/musica/a']])
  sound.begin(200)
  expect(player.read()).toMatchObject({ estado: 'sonando', problem: null })
})

test('what a person or the browser stopped is not tried again', () => {
  const { player, sound } = aPlayer()
  player.toggle(ana)
  sound.pause()
  sound.say('error')
  expect([sound.paused, sound.sources]).toEqual([true, ['/musica/a']])
})

test('a paused press is not tried again', async () => {
  const { player, sound } = aPlayer()
  player.toggle(ana)
  player.toggle(ana)
  sound.say('error')
  await vi.runAllTimersAsync()
  expect([player.estadoOf('a'), sound.paused, sound.sources]).toEqual(['parado', true, ['/musica/a']])
})

test('the reason of one track is not shown for the next', async () => {
  const { player, sound } = aPlayer()
  player.toggle(ana)
  sound.say('error')
  sound.say('error')
  player.toggle(eva)
  await vi.runAllTimersAsync()
  expect(player.read()).toMatchObject({ track: eva, problem: null })
})

test('leaving the page stops the music', () => {
  const { player, sound, leave } = aPlaying()
  leave()
  // A page that is only rendered again subscribes again at once.
  const leaveAgain = player.subscribe(() => {})
  vi.runOnlyPendingTimers()
  expect(sound.paused).toBe(false)
  leaveAgain()
  vi.runOnlyPendingTimers()
  expect([sound.paused, player.read()]).toEqual([true, null])
})

/**
 * Synthesises the tracks of the demo: six loops over the son clave. The tracks are in the repository; run
 * `node demo/musica.ts` (needs `lame`) only to change them.
 */
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const RATE = 22_050
const BARS = 8
/** Strokes of the 3-2 clave, in eighths of two bars. */
const CLAVE = [0, 3, 6, 10, 12]
/** Bass of a tumbao: the eighth, and semitones above the root. */
const TUMBAO = [
  [3, 7],
  [6, 12],
  [11, 7],
  [14, 12],
] as const
/** The chord of each bar, in semitones above the key. */
const CHORDS = [
  [0, 4, 7],
  [5, 9, 12],
  [7, 11, 14],
  [5, 9, 12],
] as const

interface Track {
  readonly nombre: string
  readonly bpm: number
  /** Frequency of the bass note of the key, in Hz. */
  readonly root: number
}

const TRACKS: readonly Track[] = [
  { nombre: 'salsa', bpm: 190, root: 65.4 },
  { nombre: 'bachata', bpm: 130, root: 73.4 },
  { nombre: 'casino', bpm: 176, root: 58.3 },
  { nombre: 'cabaret', bpm: 204, root: 69.3 },
  { nombre: 'merengue', bpm: 150, root: 61.7 },
  { nombre: 'kizomba', bpm: 100, root: 55 },
]

const pitch = (root: number, semitones: number): number => root * 2 ** (semitones / 12)

function render({ bpm, root }: Track): Int16Array {
  const eighth = Math.round((RATE * 60) / bpm / 2)
  const sound = new Float64Array(eighth * 8 * BARS)
  const add = (at: number, seconds: number, wave: (t: number) => number) => {
    const length = Math.min(Math.round(seconds * RATE), sound.length - at)
    for (let i = 0; i < length; i += 1) sound[at + i] = (sound[at + i] ?? 0) + wave(i / RATE)
  }
  for (let step = 0; step < 8 * BARS; step += 1) {
    const at = step * eighth
    const bar = Math.floor(step / 8)
    const chord = CHORDS[bar % CHORDS.length] ?? CHORDS[0]
    if (CLAVE.includes(step % 16)) add(at, 0.08, (t) => 0.5 * Math.sin(2 * Math.PI * 2_400 * t) * Math.exp(-70 * t))
    if (step % 2 === 0) add(at, 0.05, (t) => 0.12 * Math.sin(2 * Math.PI * 7_919 * t * (1 + t)) * Math.exp(-90 * t))
    for (const [when, above] of TUMBAO) {
      const tone = pitch(root, above + (chord[0] ?? 0))
      if (step % 16 === when) add(at, 0.4, (t) => 0.5 * Math.sin(2 * Math.PI * tone * t) * Math.exp(-5 * t))
    }
    if (step % 8 === 1 || step % 8 === 4 || step % 8 === 6) {
      for (const above of chord) {
        const tone = pitch(root * 4, above)
        add(
          at,
          0.3,
          (t) => (0.1 * Math.sin(2 * Math.PI * tone * t) + 0.04 * Math.sin(4 * Math.PI * tone * t)) * Math.exp(-8 * t),
        )
      }
    }
  }
  return Int16Array.from(sound, (value) => Math.round(Math.tanh(value) * 30_000))
}

function wav(samples: Int16Array): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.byteLength, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([head, Buffer.from(samples.buffer)])
}

for (const track of TRACKS) {
  const file = fileURLToPath(new URL(`musica/${track.nombre}`, import.meta.url))
  writeFileSync(`${file}.wav`, wav(render(track)))
  execFileSync('lame', ['--quiet', '-m', 'm', '-b', '40', `${file}.wav`, `${file}.mp3`])
  rmSync(`${file}.wav`)
}

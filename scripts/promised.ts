/** The oldest browsers that open the screens: the target of the build, and what README and the notice in `index.html` say. */
export const PROMISED = { safari: '16.4', chrome: '111', firefox: '128' } as const

/** Every refusal: a code for programs and a message for people. */
export const PROBLEMS = {
  'input.invalid': 'Revisa los campos marcados.',
  'origin.refused': 'Esta página se abrió desde otra dirección. Ábrela desde la del evento y vuelve a intentarlo.',
  'route.unknown': 'Esa dirección no existe.',
  'body.tooLarge': 'Lo que enviaste es demasiado grande.',
  'key.reused': 'Ese envío ya se hizo con otros datos. Vuelve a intentarlo.',
  'server.stopping': 'El servidor se está reiniciando. Vuelve a intentarlo en unos segundos.',
  'server.busy': 'El servidor está ocupado. Espera unos segundos y vuelve a intentarlo.',
  'server.fault':
    'El servidor tuvo una falla y no se guardó nada. Vuelve a intentarlo; si se repite, avisa a la organización.',
  'database.away': 'La base de datos no responde y no se guardó nada. Vuelve a intentarlo en unos segundos.',
  'database.unsure':
    'La base de datos dejó de responder y no sabemos si se guardó. Vuelve a intentarlo en unos segundos.',
  'database.full': 'Ya no hay espacio en el disco y no se guardó nada. Libera espacio y vuelve a intentarlo.',
  'session.required': 'Debes iniciar sesión para continuar.',
  'session.other': 'En este navegador entró otra persona. Lo que enviaste no se hizo.',
  'session.forbidden': 'Tu cuenta no tiene permiso para hacer esto.',
  'session.invalidCredential': 'Correo o contraseña incorrectos.',
  'session.tooManyRequests': 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.',
  'session.userDisabled': 'Esta cuenta está desactivada. Escribe a la organización.',
  'session.recentLoginRequired': 'Por seguridad, vuelve a iniciar sesión y luego intenta cambiar la contraseña.',
  'cuenta.emailAlreadyInUse': 'Ese correo ya tiene una cuenta.',
  'correo.notSetUp': 'Este servidor no envía correos. Pídele a la organización un enlace.',
  'usuario.missing': 'Ese usuario ya no existe.',
  'usuario.withoutEmail': 'Ese usuario no tiene correo electrónico: no puede iniciar sesión.',
  'usuario.isAdmin': 'Ese correo es de la organización: su contraseña se cambia desde su propia cuenta.',
  'usuario.disabled': 'Esa cuenta está desactivada y un enlace no serviría. Actívala primero.',
  'usuario.notInDatabase': 'Usuario no encontrado en la base de datos.',
  'usuario.noneRegistered': 'No hay usuarios registrados.',
  'enlace.invalid': 'Este enlace ya se usó o venció. Pide uno nuevo.',
  'categoria.duplicate': 'La categoría ya existe para este día.',
  'categoria.missing': 'Esa categoría ya no existe.',
  'imagen.missing': 'Esa imagen ya no existe.',
  'imagen.unreadable': 'Ese archivo no es una imagen que se pueda mostrar. Elige una foto en JPEG, PNG o WebP.',
  'imagen.heic': 'En el iPhone: Ajustes, Cámara, Formatos, «Más compatible»; o elige una captura.',
  'imagen.tooLarge': 'La imagen pesa más de 10 MB. Elige una más pequeña.',
  'foto.missing': 'La foto ya no está en el servidor. Elígela otra vez.',
  'subida.noRoom':
    'Ya no hay espacio para más archivos en el disco del servidor. Lo que ya estaba guardado sigue ahí. Vuelve a intentarlo cuando haya espacio.',
  'envio.tooMuch':
    'Desde esta cuenta se enviaron demasiados archivos en poco tiempo. Espera una hora y vuelve a intentarlo.',
  'archivo.missing': 'Ese archivo no existe.',
  'archivo.away': 'El almacén de archivos no responde y no se guardó nada. Vuelve a intentarlo en unos segundos.',
  'competidor.missing': 'Ese competidor ya no existe.',
  'competidor.placed': 'Ese competidor ya tiene orden.',
  'competidor.unplaced': 'Ese competidor no tiene orden. Colócalo primero.',
  'inscripcion.missing': 'Error: competidor a editar no encontrado.',
  'inscripcion.notYet': 'Las inscripciones todavía no abren.',
  'inscripcion.closed': 'Las inscripciones ya cerraron: puedes ver tus competidores, pero no cambiarlos.',
  'inscripcion.changed': 'La inscripción cambió mientras la guardabas. Revísala y vuelve a intentarlo.',
  'inscripcion.marked': 'Ya tiene calificaciones. Habla con la organización.',
  'carga.changed': 'La lista cambió: revísala otra vez.',
  'carga.missing': 'Esa carga ya no existe.',
  'carga.kept': 'La carga ya no se puede deshacer.',
  'categoria.full': 'Esa categoría ya está llena. Elige otra.',
  'subida.missing': 'La subida de la música no terminó o venció. Vuelve a elegir el archivo.',
  'subida.offset': 'La subida sigue desde otro punto. Vuelve a intentarlo.',
  'subida.protocol': 'La subida no se entendió. Vuelve a elegir el archivo.',
  'musica.tooLarge': 'La música pesa más de 30 MB. Guárdala con menos calidad y vuelve a subirla.',
  'musica.empty': 'El archivo está vacío. Descárgalo o expórtalo otra vez, comprueba que suena y vuelve a subirlo.',
  'musica.notMp3': 'Ese archivo no es un mp3, aunque su nombre lo diga. Conviértelo a mp3 y vuelve a subirlo.',
  'musica.incomplete': 'Parece incompleta. Súbela otra vez.',
  'musica.joined': 'La música une grabaciones distintas. Expórtala como un solo mp3.',
  'musica.stops': 'La música se corta. Expórtala otra vez como mp3.',
  'musica.tooShort': 'La música dura menos de 1 segundo. Elige la música completa.',
  'musica.tooLong': 'La música dura más de 15 minutos. Recórtala y vuelve a subirla.',
  'turno.outOfRange': 'Ese turno no existe en el día activo.',
  'turno.otherDia': 'Ese competidor no es del día activo.',
  'pausa.enCurso': 'Hay una pausa en curso: pasa al siguiente turno primero.',
  'pausa.duplicate': 'Ya hay una pausa con ese título.',
  'pausa.missing': 'Esa pausa ya no existe.',
  'pausa.over': 'Esa pausa ya terminó.',
  'pausa.sinTurno': 'Nadie compite ahora: la pausa empieza después de un competidor.',
  'programa.unpublished': 'Publica primero el programa de ese día.',
  'orden.changed': 'El orden ya había cambiado. Revísalo y vuelve a intentarlo.',
  'orden.closed': 'El orden ya está cerrado.',
  'orden.open': 'El orden ya está abierto.',
  'orden.motivo': 'Escribe el motivo del cambio.',
  'sorteo.started': 'La categoría ya empezó.',
  'rubrica.unknown': 'Esa rúbrica ya no está en la lista.',
  'turno.held': 'Tiene el turno de su día: pasa el turno primero.',
  'question.open': 'Falta confirmar el cambio.',
  'turno.retirado': 'Ese competidor no compite. Restáuralo primero.',
  'categoria.closed': 'La categoría está cerrada. Reábrela primero.',
  'categoria.open': 'La categoría ya está abierta.',
  'categoria.alreadyClosed': 'La categoría ya está cerrada.',
  'cierre.undecided': 'Escribe la decisión: hay calificaciones que faltan o jueces distintos entre competidores.',
  'cierre.changed': 'Las calificaciones cambiaron. Revisa quién no cuenta y vuelve a cerrar.',
  'cierre.uncounted': 'Deja contar al menos a un juez con calificaciones.',
  'categoria.unmarked': 'La categoría no tiene calificaciones.',
  'pantalla.duplicate': 'Ya hay una pantalla con ese nombre.',
  'pantalla.missing': 'Esa pantalla ya no existe.',
  'pantalla.withoutActo': 'Ese tipo de pantalla no tiene esa opción.',
  'pantalla.enlaceInvalid': 'Este enlace ya no funciona.',
  'premiacion.enCurso': 'Hay una premiación en curso.',
  'premiacion.otra': 'Termina primero la otra premiación.',
  'premiacion.noFinal': 'Cierra primero la categoría.',
  'premiacion.sinLugares': 'La categoría no tiene lugares.',
  'premiacion.completa': 'Ya se mostraron todos los lugares. Termina la premiación.',
  'premiacion.over': 'La premiación ya terminó.',
  'juez.duplicate': 'Ya hay un juez con ese nombre.',
  'juez.missing': 'Ese juez ya no existe.',
  'juez.inactive': 'Ese juez está desactivado. Actívalo primero.',
  'juez.enlaceInvalid': 'Este enlace ya no sirve. Pide a la organización el nuevo.',
  'calificacion.missing': 'Esa calificación ya no existe.',
  'calificacion.reopened': 'Esa calificación ya está reabierta.',
  'calificacion.versions': 'Hay dos versiones de esta calificación.',
  'tardia.missing': 'Esa calificación tardía ya se resolvió.',
  'tardia.full': 'Hay demasiadas calificaciones tardías de este juez. Avisa al juez principal.',
  'tardia.offScale':
    'Sus puntuaciones no corresponden a los criterios o a la escala de la categoría. Descártala o cambia la escala.',
  'tardia.intento': 'Es de un intento anulado: solo se puede descartar.',
  'repeticion.full': 'Ese competidor ya tuvo 9 intentos.',
  'repeticion.marked': 'Ya hay calificaciones del intento nuevo.',
  'motivo.required': 'Ya hay calificaciones. Escribe el motivo del cambio.',
  'ronda.noFinal': 'Cierra primero la categoría: la ronda sale de su resultado final.',
  'ronda.sinFuente': 'La categoría de la que viene ya no existe.',
  'ronda.changed': 'La categoría de la que viene cambió: revisa sus resultados y vuelve a intentarlo.',
  'ronda.completa': 'Ya pasaron todos los que tienen lugar.',
  'empate.changed': 'Ese empate cambió. Revísalo y ordénalo otra vez.',
  'empate.hidden': 'Primero envía tus calificaciones de la categoría.',
  'retiro.present': 'Ese competidor ya está retirado.',
  'retiro.missing': 'Ese competidor no está retirado.',
  'penalizacion.missing': 'Esa penalización ya se quitó.',
  'view.unknown': 'Esa vista no existe.',
} as const

export type ProblemCode = keyof typeof PROBLEMS

/** The error that refuses a request: the transaction rolls back and the screen shows its message. */
export class Problem extends Error {
  readonly code: ProblemCode
  /** A message per field of the form. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds after which a retry may succeed; `null` when unknown. */
  readonly retryAfter: number | null

  constructor(code: ProblemCode, fields: Record<string, string> = {}, retryAfter: number | null = null) {
    super(PROBLEMS[code])
    this.name = 'Problem'
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }

  /** A refusal whose message stands at a field of the form. */
  static at(field: string, code: ProblemCode): Problem {
    return new Problem(code, { [field]: PROBLEMS[code] })
  }

  /** A refusal whose message says more than that of its code. */
  static saying(code: ProblemCode, message: string): Problem {
    return Object.assign(new Problem(code), { message })
  }
}

/**
 * Asks before a command: nothing was saved. The client shows the question with a button of this label, and sends the command again
 * with the question in `acepta`. A question that has changed meanwhile is asked again.
 */
export class Pregunta extends Problem {
  constructor(pregunta: string, boton: string) {
    super('question.open', { pregunta, boton })
  }
}

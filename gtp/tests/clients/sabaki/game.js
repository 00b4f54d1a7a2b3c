// A whole game as Sabaki plays it: start-up, sync, analysis with abort, moves by both sides, undo,
// setup stones, another board, quit. Fails on the first answer that Sabaki would not understand.
const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const program = process.argv[2]
const LIMIT = 120000

function within(promise, ms, what) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took more than ${ms} ms`)), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

async function main() {
  const args = ['--rules', 'living-stones', '--lock-rules', '--playouts', '60', '--size', '9']
  const controller = new Controller(program, args)
  const noise = []
  controller.on('stderr', ({content}) => noise.push(content))
  controller.start()
  const ask = async (name, ...args) => {
    const response = await within(controller.sendCommand({name, args}), LIMIT, name)
    assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
    return response.content
  }

  // Start-up, as one batch that nobody waits for.
  const [, version, protocol, list] = await Promise.all(
    ['name', 'version', 'protocol_version', 'list_commands'].map(name => ask(name))
  )
  assert.strictEqual(protocol, '2')
  assert(/^\d+\.\d+\.\d+$/.test(version), version)
  const commands = list.split('\n')
  const analyze = commands.find(c => ['kata-analyze', 'lz-analyze'].includes(c))
  const genmove = commands.find(c => /^(kata|lz)-genmove_analyze$/.test(c))
  assert.strictEqual(analyze, 'kata-analyze')
  assert.strictEqual(genmove, 'kata-genmove_analyze')

  // Sabaki's own bookkeeping brings the engine to its position.
  const tracker = new ControllerStateTracker(controller)
  const sync = (boardsize, history) => within(tracker.sync({komi: 6.5, boardsize, history}), LIMIT, 'sync')
  const play = (sign, vertex) => ({name: 'play', args: [sign, vertex]})
  await sync([9, 9], [play('W', 'E5'), play('B', 'C3')])
  await sync([9, 9], [play('W', 'E5'), play('B', 'G7'), play('W', 'C7')])
  assert.strictEqual((await ask('list_stones', 'black')).trim(), 'G7')

  // Analysis streams until the next command, which is answered at once.
  let lines = 0
  const analysis = controller.sendCommand(
    {name: analyze, args: ['B', 'interval', '10', 'ownership', 'true']},
    ({line, end}) => {
      if (line.startsWith('info ')) {
        lines += 1
        const match = line.match(/ order \d+ pv (\S+)/)
        assert(match, line)
        assert.strictEqual(line.split(' ownership ')[1].split(' ').length, 81)
      }
    }
  )
  while (lines < 3) await new Promise(resolve => setTimeout(resolve, 20))
  const stopped = Date.now()
  const name = ask('name')
  const response = await within(analysis, LIMIT, 'the end of an analysis')
  assert(!response.error)
  assert.strictEqual(await name, 'Dunhuang')
  console.log(`analysis: ${lines} lines, stopped after ${Date.now() - stopped} ms`)

  // A whole game by the engine on both sides, with analysis on the way.
  await ask('clear_board')
  let passes = 0
  let moves = 0
  for (let color = 'W'; passes < 2 && moves < 200; color = color === 'W' ? 'B' : 'W') {
    const content = await ask(genmove, color, 'interval', '50')
    const last = content.trim().split('\n').pop()
    const match = last.match(/^play (\S+)$/)
    assert(match, content)
    if (match[1] === 'resign') break
    passes = match[1] === 'pass' ? passes + 1 : 0
    moves += 1
  }
  assert(moves > 10)
  const score = await ask('final_score')
  assert(/^([BW]\+\d+(\.5)?|0)$/.test(score), score)
  console.log(`game: ${moves} moves, ${score}`)

  // Undo to the start, setup stones, an oblong board, an engine that is asked about odd things.
  for (let i = 0; i < moves; i++) await ask('undo')
  const more = await controller.sendCommand({name: 'undo', args: []})
  assert(more.error && more.content === 'cannot undo')
  await ask('set_free_handicap', 'C3', 'G7')
  await ask('rectangular_boardsize', '9', '7')
  await ask('gogui-setup', 'b', 'C3', 'w', 'D4')
  const odd = await controller.sendCommand({name: 'sabaki-genmovelog', args: []})
  assert(odd.error && odd.content === 'unknown command')

  await within(controller.stop(3000), LIMIT, 'quit')
  assert.strictEqual(controller.process, null)

  // Started again in the middle of a game, also after it was killed, it is brought to the position from nothing.
  for (const end of [() => controller.stop(3000), () => controller.kill()]) {
    controller.start()
    const restarted = new ControllerStateTracker(controller)
    const history = [play('W', 'E5'), play('B', 'C3'), play('W', 'pass')]
    await within(restarted.sync({komi: 6.5, boardsize: [9, 9], history}), LIMIT, 'sync')
    assert.strictEqual((await ask('list_stones', 'black')).trim(), 'C3')
    assert.strictEqual(await ask('dunhuang-virtual_stones'), 'black 0 white 1')
    await within(end(), LIMIT, 'end')
  }
  assert.deepStrictEqual(noise, [])
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})

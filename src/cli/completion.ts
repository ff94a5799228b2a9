import { Argument, Command } from 'commander';
import { describePath } from './examples.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Words that may follow a command: its subcommands or its options. */
interface Place {
  /** Words of the command, each after a space; '' for the program. */
  readonly path: string;
  readonly offers: readonly { readonly word: string; readonly meaning: string }[];
}

/** Creates `crosstape completion`. @param buildProgram Builds the program with every command. */
export function createCompletionCommand(buildProgram: () => Promise<Command>): Command {
  return new Command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action(async (shell: Shell) => {
      process.stdout.write(WRITERS[shell](listPlaces(await buildProgram())));
    });
}

function listPlaces(command: Command): readonly Place[] {
  const below = command.commands as readonly Command[];
  const words = describePath(command);
  const options = command.options.map(({ long, short, description }) => ({
    word: long ?? short ?? '',
    meaning: description,
  }));
  const offers = below.map((one) => ({ word: one.name(), meaning: one.description() }));
  const place = { path: words === '' ? '' : ` ${words}`, offers: [...offers, ...options, HELP] };
  return [place, ...below.flatMap(listPlaces)];
}

const HELP = { word: '--help', meaning: 'what the command does, its options and examples' };

const WRITERS: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash: (places) => `# crosstape completion bash > ~/.local/share/bash-completion/completions/crosstape
_crosstape() {
  local current=\${COMP_WORDS[COMP_CWORD]} place= word words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place $word" in
      ${listCommands(places, (path) => `"${path}"`)}) place="$place $word" ;;
    esac
  done
  case "$place" in
${places.map(({ path, offers }) => `    "${path}") words="${offers.map(({ word }) => word).join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
# Files, where nothing of these fits.
complete -o default -F _crosstape crosstape
`,

  zsh: (places) => `#compdef crosstape
# crosstape completion zsh > a folder of $fpath, as _crosstape
_crosstape() {
  local place= word
  local -a offers
  for word in \${words[2,CURRENT-1]}; do
    case "$place $word" in
      (${listCommands(places, (path) => `"${path}"`)}) place="$place $word" ;;
    esac
  done
  case "$place" in
${places.map(({ path, offers }) => `    ("${path}") offers=(${offers.map(({ word, meaning }) => quote(`${word}:${meaning}`)).join(' ')}) ;;`).join('\n')}
  esac
  _describe crosstape offers || _files
}
compdef _crosstape crosstape
`,

  fish: (places) => `# crosstape completion fish > ~/.config/fish/completions/crosstape.fish
function __crosstape_is_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    switch "$place $word"
      case ${listCommands(places, (path) => `'${path}'`, ' ')}
        set place "$place $word"
    end
  end
  test "$place" = "$argv[1]"
end
${places
  .flatMap(({ path, offers }) =>
    offers.map(
      ({ word, meaning }) =>
        `complete -c crosstape -n '__crosstape_is_at "${path}"' ${word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`} -d ${quote(meaning)}`,
    ),
  )
  .join('\n')}
`,
};

function listCommands(places: readonly Place[], write: (path: string) => string, between = '|'): string {
  return places
    .filter(({ path }) => path !== '')
    .map(({ path }) => write(path))
    .join(between);
}

/** Quotes a text in single quotes, in which the three shells know no escapes. */
function quote(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}

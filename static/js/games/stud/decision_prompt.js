// The player's decision when the hands are complete: fold, or continue with the second bet. First the time of
// the table, then the warning and the extra time.
// [CS-20a] [CS-20b] [CS-21] [CS-22] [CS-23] [CS-30] [CS-31] [MS-6.5] [MS-6.6] [MS-6.7]

const CHOICES = ["fold", "continue"];

export function decisionPrompt({ i18n, clock, decisions, sendCommand, requestDraw, cardsText, quiet }) {
  const { t, money } = i18n;
  const bar = decisions({ i18n, clock, slots: CHOICES });
  let pending = null; // the decision under way
  let window = { due: null, whole: 0 };

  function choicesOf(options, key) {
    const letters = t("st.keys").split(" ");
    const send = (command) => () => {
      pending = key;
      sendCommand(command);
      requestDraw();
    };
    return {
      fold: {
        label: t("st.fold"),
        letter: letters[0],
        detail: t("st.fold.detail", { lost: money(options.fold.lost) }),
        press: send({ t: "fold" }),
      },
      continue: {
        label: t("st.continue"),
        letter: letters[1],
        main: true,
        detail: t("st.continue.detail", { cost: money(options.continue.cost) }),
        press: send({ t: "continue", bet: options.continue.cost }),
      },
    };
  }

  return {
    root: bar.root,
    refused() {
      pending = null;
    },
    /**
     * `options` is what may be decided now, undefined while nothing may. Returns the decision that is shown.
     */
    render({ view, options }) {
      const { table, mine } = view;
      if (!options?.continue) {
        bar.render({ key: null });
        pending = null;
        return { key: null, choices: {} };
      }
      if (window.due !== table.due) {
        window = { due: table.due, whole: table.due === undefined ? 0 : clock.until(table.due) };
      }
      const key = `${table.round}:decide`;
      const choices = choicesOf(options, key);
      const held = quiet ? t("st.alone") : cardsText(mine.game.cards);
      bar.render({
        key,
        choices,
        sent: pending === key,
        due: table.due,
        whole: window.whole,
        called: options.warned,
        title: t("st.ask"),
        note: options.warned ? t("decision.called", { seconds: options.seconds }) : held,
      });
      return { key, choices };
    },
  };
}

/** The least that an Ink program with a prompt and a streaming answer can be: what copperhead is measured against. */
import { Box, render, Static, Text, useInput } from "ink";
import { useEffect, useRef, useState } from "react";
import { benchText } from "./text.js";

const deltas = 5000;
const duration = 10_000;

function Program() {
  const [typed, setTyped] = useState("");
  const [finished, setFinished] = useState<string[]>([]);
  const [tail, setTail] = useState("");
  const [isRunning, setIsRunning] = useState(false);
  const timer = useRef<NodeJS.Timeout>(undefined);

  const stop = () => {
    clearInterval(timer.current);
    setIsRunning(false);
  };
  const start = () => {
    const text = benchText();
    let sent = 0;
    let open = "";
    setIsRunning(true);
    timer.current = setInterval(
      () => {
        const from = Math.round((sent * text.length) / deltas);
        sent += 10;
        open += text.slice(from, Math.round((sent * text.length) / deltas));
        const blocks = open.split("\n\n");
        open = blocks.pop() ?? "";
        if (blocks.length > 0) {
          setFinished((before) => [...before, ...blocks]);
        }
        setTail(open);
        if (sent >= deltas) {
          stop();
        }
      },
      (duration / deltas) * 10,
    );
  };

  useInput((input, key) => {
    if (key.ctrl && input === "c") {
      if (isRunning) {
        stop();
      } else {
        process.exit(0);
      }
    } else if (key.return) {
      setTyped("");
      start();
    } else if (key.ctrl && input === "u") {
      setTyped("");
    } else {
      setTyped((before) => before + input);
    }
  });
  useEffect(() => () => clearInterval(timer.current), []);

  return (
    <>
      <Static items={finished}>{(block, index) => <Text key={index}>{`${block}\n`}</Text>}</Static>
      <Box flexDirection="column">
        <Text>{tail}</Text>
        <Text>{`› ${typed}`}</Text>
        <Text dimColor>{isRunning ? "working" : "ready"}</Text>
      </Box>
    </>
  );
}

render(<Program />, { exitOnCtrlC: false });

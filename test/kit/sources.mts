import ts from 'typescript';
import { filesOf, read } from './repository.mts';

/** What is shipped, as syntax trees. */

const nodesIn = (node: ts.Node): ts.Node[] => {
	const inner: ts.Node[] = [];
	node.forEachChild((child) => void inner.push(...nodesIn(child)));
	return [node, ...inner];
};

/** The files of nodes and credentials, each with its text and all nodes of its tree. */
export const SOURCES = filesOf('{nodes,credentials}/**/*.ts').map((path) => {
	const text = read(path);
	return {
		path,
		text,
		nodes: nodesIn(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)),
	};
});
